import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { readFormText } from '../../../shared/text.ts'
import type { Day } from './month.ts'

/** The path of the calendar. */
export const CALENDAR_PATH = '/calendar'

/** Returns the path of a month. */
export const toMonthPath = (month: string) => `${CALENDAR_PATH}?month=${month}`

/** Returns the path of a month with a day opened. */
export const toDayPath = (month: string, date: string) => `${toMonthPath(month)}&day=${date}`

/** Returns the local time `?at=` of a screen that plans, as a `datetime-local` field contains it. */
export function readAskedTime(search: URLSearchParams): string | undefined {
  const at = search.get('at') ?? ''
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(at) ? at : undefined
}

/** The cookie with the time zone of the browser. */
export const ZONE_COOKIE = 'time_zone'

const CHOSEN = 'chosen:'
const DAY_S = 86_400

/** Returns the cookie that stores a time zone. One that a person chose holds for a day, before that of the browser. */
export const toZoneCookie = (timeZone: string, { isChosen = false } = {}) =>
  `${ZONE_COOKIE}=${encodeURIComponent(isChosen ? CHOSEN + timeZone : timeZone)}; Path=/; Max-Age=${isChosen ? DAY_S : 365 * DAY_S}; SameSite=Lax`

/** Returns the time zone in the value of such a cookie; undefined without one. */
export function parseZoneCookie(value: string | undefined): { name: string; isChosen: boolean } | undefined {
  if (!value) return undefined
  const text = value.replaceAll('%2F', '/').replaceAll('%3A', ':').replaceAll('%2B', '+')
  const isChosen = text.startsWith(CHOSEN)
  return { name: isChosen ? text.slice(CHOSEN.length) : text, isChosen }
}

/** What a clock change does to a local time: it does not exist on that day, or it comes twice. */
export type ClockChange =
  | { kind: 'skipped'; asked: string; found: string }
  | { kind: 'repeated'; asked: string }

/** The kinds of plans: publish a text on sites, remove an article from sites, or unpublish it everywhere. */
export type PlanKind = 'publish' | 'take-off' | 'unpublish'

/** The most pending plans of an account. */
export const PLANS_LIMIT = 1000

/** The number of years ahead for which plans can be made. */
export const YEARS_AHEAD = 3

/** A plan to make. */
export interface NewPlan {
  /** Its id, if a program chose one. A second plan with the id is the first one. */
  id?: string
  kind: PlanKind
  dueAt: Date
  /** The sites to publish on, or to remove the article from; not used for `unpublish`. */
  siteIds: string[]
  varies: boolean
}

/** A reason why no plan was made, or a plan was not changed. */
export type PlanRefusal =
  | 'wrong-time'
  | 'in-the-past'
  | 'too-far'
  | 'no-site'
  | 'not-there'
  | 'not-ready'
  | 'text-too-slow'
  | 'alt-missing'
  | 'draft-changed'
  | 'article-changed'
  | 'out-of-order'
  | 'picture-gone'
  | 'translation-unknown'
  | 'has-translations'
  | 'site-unavailable'
  | 'no-provider'
  | 'not-live'
  | 'too-many-plans'
  | 'too-often'
  | 'already-done'

/** A reason why an article of an import got no plan. */
export type StoredPlanRefusal = Extract<
  PlanRefusal,
  'in-the-past' | 'too-far' | 'not-ready' | 'alt-missing' | 'too-many-plans'
>

/** A sentence for each field of the form that was refused. */
export interface PlanErrors {
  dueAt?: string
  siteIds?: string
}

/** The notes on a plan that was carried out or refused. */
export const PLAN_NOTES = [
  'newer-text',
  'not-approved',
  'site-gone',
  'no-site-left',
  'nothing-to-do',
  'being-deleted',
  'not-ready',
  'text-too-slow',
  'alt-missing',
] as const
/** One of these notes. */
export type PlanNote = (typeof PLAN_NOTES)[number]

/** Returns the notes in a list. */
export const toPlanNotes = (notes: string[]): PlanNote[] => PLAN_NOTES.filter((note) => notes.includes(note))

/** A plan, as a list shows it. Its times are in the time zone of its reader. */
export interface Plan {
  id: string
  articleId: string
  title: string
  kind: PlanKind
  dueAt: Date
  /** The time in the format for readers. */
  due: string
  /** The same as a `datetime-local` field contains it. */
  dueLocal: string
  revision: number | null
  /** The names of its sites. */
  siteNames: string[]
  /** Null while it is pending. */
  result: 'done' | 'refused' | 'cancelled' | null
  notes: PlanNote[]
  /** True if it is pending, and a site asks for an approval that its text does not have. */
  lacksApproval: boolean
  /** True if it is cancelled, and can be planned again. */
  isRestorable: boolean
  /** The number of minutes between its time and its end. */
  lateMin: number
  /** The name of the person who made it; null for a deleted account. */
  madeBy: string | null
  /** The text that a pending plan will publish; only on the screen of its article. */
  text?: PlannedText | undefined
}

/** A text that a plan will publish. */
export interface PlannedText {
  content: string
  tags: string
  /** True if the text that is saved now is another one. */
  isOlder: boolean
}

/** The content of an article's schedule screen. */
export interface Schedule {
  /** The id of the article or the draft. */
  id: string
  /** The path of the form in which the text is written. */
  back: string
  title: string
  state: 'live' | 'not-live'
  timeZone: string
  /** The proposed time, as a `datetime-local` field contains it. */
  proposed: string
  /** The ids of the proposed sites. */
  siteIds: string[]
  generateVariations: boolean
  /** Pending plans first, by time, and then finished ones. */
  plans: Plan[]
  /** The reasons why the text cannot be published now, as field names. */
  missing: string[]
}

/** An article that was published on a day. */
export interface PublishedEntry {
  id: string
  title: string
  /** The time of the day, such as `09:30`. */
  time: string
}

/** A plan on a day. */
export type PlannedEntry = Pick<
  Plan,
  'id' | 'articleId' | 'title' | 'kind' | 'result' | 'dueLocal' | 'lacksApproval'
> & {
  time: string
}

/** A day of the calendar with its plans and articles. */
export interface CalendarDay extends Day {
  planned: PlannedEntry[]
  published: PublishedEntry[]
  /** The number of articles published on it that are not listed. */
  more: number
  /** The time that a new plan on this day gets; undefined for a day that is over. */
  proposed: string | undefined
}

/** The day of the calendar that is opened. */
export interface OpenedDay {
  date: string
  /** The texts that readers do not see and that wait for no publication, the newest first. */
  drafts: { id: string; title: string }[]
}

/** A month of the calendar. */
export interface Calendar {
  /** Such as `2026-11`. */
  month: string
  /** Such as `November 2026`. */
  title: string
  before: string
  after: string
  /** The month of today. */
  now: string
  timeZone: string
  weeks: CalendarDay[][]
  /** The number of pending plans of the account, in all months. */
  waiting: number
  opened: OpenedDay | undefined
}

/** The result of a form, as a toast. */
export interface PlanOutcome {
  title: string
  description?: string
  tone: 'ok' | 'bad'
  /** The fields of the undo form. */
  undo?: Record<string, string>
}

const planKind: z.ZodType<PlanKind> = z.enum(['publish', 'take-off', 'unpublish'])

/** A plan as its form has it, with the local time of its reader. */
export interface TypedPlan extends Omit<NewPlan, 'dueAt' | 'id'> {
  dueAt: string
}

/** Reads the form of a plan. A kind that does not exist is `publish`. */
export const readPlanForm = (form: FormData): TypedPlan => ({
  kind: planKind.safeParse(readFormText(form, 'kind')).data ?? 'publish',
  dueAt: readFormText(form, 'dueAt'),
  siteIds: form.getAll('siteIds').map(String).filter(isUuid),
  varies: form.has('varies'),
})
