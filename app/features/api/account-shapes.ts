import { z } from 'zod'
import { ROLES } from '../../shared/rights.ts'
import { GIVEN_ROLES } from '../accounts/members/members.ts'
import { FIELDS, type SettingsField } from '../local-seo/settings/settings.ts'
import { id, moment, paging } from './shapes.ts'

const role = z.enum(ROLES)
const siteIds = z
  .array(id)
  .min(1)
  .max(100)
  .nullable()
  .meta({ description: 'The sites that the person works on; null for all.' })
const setting = z.string().max(2048)
const settingFields = Object.fromEntries(FIELDS.map((field) => [field, setting])) as Record<
  SettingsField,
  typeof setting
>

/** The SEO settings of the account. An empty text stands for a field that is not set. */
export const settings = z.object(settingFields)

/** The body that changes the SEO settings: what is left out stays as it is. */
export const settingsChanges = z.strictObject(z.object(settingFields).partial().shape)

/** A person of the account. */
export const member = z.object({
  personId: id,
  name: z.string(),
  email: z.string(),
  role,
  siteIds: z.array(id).nullable(),
  since: moment,
  endedAt: moment.nullable().meta({ description: 'Set for a person who has left.' }),
})

/** The body that gives a person another role. Sites that are left out stay as they are. */
export const memberChanges = z.strictObject({ role: z.enum(GIVEN_ROLES), siteIds: siteIds.optional() })

/** An open invitation. */
export const invitation = z.object({
  id,
  email: z.string().nullable().meta({ description: 'Null for a link to hand over.' }),
  offeredTo: z.string().nullable(),
  role,
  siteIds: z.array(id).nullable(),
  madeBy: z.string().nullable(),
  endsAt: moment,
})

/** The body that invites a person. */
export const newInvitation = z.strictObject({
  email: z.string().max(320).optional().meta({ description: 'Left out for a link to hand over.' }),
  role: z.enum(GIVEN_ROLES),
  siteIds: siteIds.optional(),
})

/** The answer to an invitation. */
export const invited = z.object({
  id,
  link: z.string().nullable().meta({ description: 'It is shown once; null for an invitation by mail.' }),
})

/** The name of the account. */
export const account = z.strictObject({ name: z.string().max(200) })

/** The query of the record. */
export const recordQuery = z.strictObject({
  q: z.string().max(200).optional().meta({ description: 'A part of what it was about.' }),
  person: id.optional(),
  act: z.string().max(100).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
})

/** A line of the record. */
export const recordLine = z.object({
  id,
  at: moment,
  who: z.string(),
  act: z.string(),
  about: z.string().nullable(),
  address: z.string().nullable(),
})

/** A run. */
export const run = z.object({
  id,
  kind: z.string(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  total: z.int(),
  done: z.int(),
  counts: z.record(z.string(), z.int()),
  results: z
    .array(z.looseObject({}))
    .meta({ description: 'One for each part that is done, the first ones first: those of the page.' }),
  next: z.string().nullable().meta({ description: 'The cursor of the next page of results.' }),
  error: z.string().nullable(),
  createdAt: moment,
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
})

/** The query of the events of a run. */
export const eventsQuery = z.strictObject({
  wait: z.literal('').optional().meta({ description: 'The run may begin later.' }),
  latest: z
    .string()
    .regex(/^\d{1,3}$/)
    .optional()
    .meta({ description: 'The most results of an event, the last ones.' }),
})

/** An act that can be undone. */
export const undoable = z.object({
  runId: id.meta({ description: 'That of the run; for a plan that was moved, that of the plan.' }),
  label: z.string(),
  madeAt: moment,
})
