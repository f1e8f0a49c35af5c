import { v7 as uuidv7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DraftBase, type DraftState, type DraftText, mapTexts } from './drafts.ts'
import { toNote } from './messages.ts'
import { DraftSaver } from './draft-saver.ts'
import type { SaverParts, SaverState, SendAnswer } from './saver-parts.ts'

const blank: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A form that answers its saves itself: `answer` is what the server says. */
class Form {
  text: DraftText
  note: string | undefined
  sent: string[] = []
  isStorageFull = false
  /** The text that this browser keeps, and the one that the form was sent with, if that differs. */
  kept: string | undefined
  keptSent: string | undefined
  /** What the kept text was made from. */
  keptBase: DraftState | undefined
  keptArticle: string | undefined
  answer: (version: number) => SendAnswer | Promise<SendAnswer> = (version) => ({ ok: true, version })
  readonly saver: DraftSaver

  constructor(start = blank, version = 0, article?: DraftBase) {
    this.text = start
    const parts: SaverParts = {
      read: () => this.text,
      write: (text) => (this.text = text),
      send: async (draft) => {
        this.sent.push(draft.text.content)
        return this.answer(draft.version + 1)
      },
      keep: ({ content }, base, more) => {
        if (this.isStorageFull) return false
        this.kept = content
        this.keptSent = more.sent?.content
        this.keptBase = base
        this.keptArticle = more.article?.version
        return true
      },
      forget: () => (this.kept = undefined),
      onState: (state: SaverState) => (this.note = toNote(state)),
    }
    this.saver = new DraftSaver(parts, { version, text: start }, article)
  }

  type(content: string): void {
    this.text = { ...this.text, content }
    this.saver.change()
  }
}

describe('a text', () => {
  test('is saved within 2 s of a pause', async () => {
    const form = new Form()
    form.type('Low')
    await vi.advanceTimersByTimeAsync(900)
    form.type('Low water')
    expect(form.sent).toEqual([])
    await vi.advanceTimersByTimeAsync(2000)
    expect(form.sent).toEqual(['Low water'])
  })

  test('is saved every 10 s while typing goes on without a pause', async () => {
    const form = new Form()
    const savedAt: number[] = []
    for (let at = 0; at < 60_000; at += 200) {
      const before = form.sent.length
      form.type(`Key ${at}`)
      await vi.advanceTimersByTimeAsync(200)
      if (form.sent.length > before) savedAt.push(at)
    }
    const gaps = savedAt.map((at, index) => at - (savedAt[index - 1] ?? 0))
    expect(Math.max(...gaps)).toBeLessThanOrEqual(10_000)
    expect(60_000 - (savedAt.at(-1) ?? 0)).toBeLessThanOrEqual(10_000)
  })

  test('is in this browser within a second of its first change, and at each second of typing', async () => {
    const form = new Form()
    for (let at = 0; at < 8000; at += 100) {
      form.type(`Key ${at}`)
      await vi.advanceTimersByTimeAsync(100)
      if (at >= 1000) expect(Number(form.kept?.slice(4) ?? at)).toBeGreaterThanOrEqual(at - 1000)
    }
    expect(form.sent).toHaveLength(1)
  })

  test('of a closed form is sent, and kept until the server has it', async () => {
    const form = new Form()
    form.answer = () => ({ ok: false, reason: 'unreachable' })
    form.type('Low water')
    await form.saver.leave()
    expect([form.sent, form.kept]).toEqual([['Low water'], 'Low water'])
    await vi.advanceTimersByTimeAsync(60_000) // its next form sends it
    expect(form.sent).toEqual(['Low water'])
    const next = new Form()
    next.type('High water')
    await next.saver.leave()
    expect([next.sent, next.kept]).toEqual([['High water'], undefined])
  })

  test('is held back only if neither the server nor this browser has it', async () => {
    const form = new Form()
    form.type('Low water')
    expect(form.saver.keep()).toBe(true)
    form.isStorageFull = true
    expect(form.saver.keep()).toBe(false)
    await form.saver.save()
    expect(form.saver.keep()).toBe(true)
  })

  test('is not sent before the time that the server asked for', async () => {
    const form = new Form()
    form.answer = () => ({ ok: false, reason: 'too-many-saves', waitS: 7 })
    form.type('Low')
    await vi.advanceTimersByTimeAsync(1000)
    form.answer = (version) => ({ ok: true, version })
    form.type('Low water')
    await vi.advanceTimersByTimeAsync(6900)
    expect(form.sent).toEqual(['Low'])
    await vi.advanceTimersByTimeAsync(200)
    expect(form.sent).toEqual(['Low', 'Low water'])
  })
})

describe('a text that is typed until a sent form is answered', () => {
  test('is kept within a second, with the text that was sent', async () => {
    const form = new Form()
    form.type('Low')
    void form.saver.pause()
    expect([form.kept, form.keptSent]).toEqual(['Low', undefined])
    form.type('Low water')
    await vi.advanceTimersByTimeAsync(1000)
    expect([form.kept, form.keptSent, form.sent]).toEqual(['Low water', 'Low', []])
  })

  test('is kept if the answer comes at once', async () => {
    const form = new Form()
    form.type('Low')
    void form.saver.pause()
    form.type('Low water')
    await form.saver.leave()
    expect([form.kept, form.keptSent, form.sent]).toEqual(['Low water', 'Low', []])
  })

  test('is saved if the form is refused', async () => {
    const form = new Form()
    form.type('Low')
    void form.saver.pause()
    form.type('Low water')
    form.saver.resume()
    await vi.advanceTimersByTimeAsync(1000)
    expect([form.kept, form.sent]).toEqual([undefined, ['Low water']])
  })

  test('is not there if the text is the sent one: a published text is not kept again', async () => {
    const form = new Form()
    form.type('Low')
    void form.saver.pause()
    form.kept = undefined
    await form.saver.leave()
    expect(form.kept).toBeUndefined()
  })
})

test('a kept text of a draft that the server never had is no conflict with the fields that are filled in', () => {
  const form = new Form({ ...blank, author: 'Ines' })
  const typed = { draftId: uuidv7(), ...blank, author: 'Theo', content: 'Low' }
  form.saver.restore({ savedAt: Date.now(), typed, base: { version: 0, text: blank } })
  expect(form.saver.isSettled()).toBe(true)
  expect(form.text).toMatchObject({ author: 'Theo', content: 'Low' })
})

describe('the note', () => {
  test('says “Saved” only while the server has what is in the form', async () => {
    const form = new Form()
    expect(form.note).toBeUndefined()
    form.type('Low')
    expect(form.note).toBe('Not saved yet.')
    await vi.advanceTimersByTimeAsync(1000)
    expect(form.note).toMatch(/^Saved \d\d:\d\d$/)
    form.type('Low water')
    expect(form.note).toBe('Not saved yet.')
    form.type('Low') // as it was saved
    await vi.advanceTimersByTimeAsync(1000)
    expect(form.note).toMatch(/^Saved \d\d:\d\d$/)
    expect(form.sent).toEqual(['Low'])
  })

  test('does not say it for what was typed during the save', async () => {
    const form = new Form()
    const { promise, resolve } = Promise.withResolvers<SendAnswer>()
    form.answer = () => promise
    form.type('Low')
    await vi.advanceTimersByTimeAsync(1000)
    expect(form.note).toBe('Saving...')
    form.type('Low water')
    form.answer = (version) => ({ ok: true, version })
    resolve({ ok: true, version: 1 })
    await vi.advanceTimersByTimeAsync(1)
    expect(form.note).toBe('Not saved yet.')
    await vi.advanceTimersByTimeAsync(2000)
    expect(form.sent).toEqual(['Low', 'Low water'])
    expect(form.note).toMatch(/^Saved /)
  })

  test.for([
    ['unreachable', 'The server does not answer.'],
    ['signed-out', 'You are signed out.'],
    ['too-many-saves', 'There were very many saves'],
    ['too-many-drafts', 'You have 1,000 drafts.'],
  ] as const)(
    'gives the reason %s, and says whether this browser keeps the text',
    async ([reason, words]) => {
      const form = new Form()
      form.answer = () => ({ ok: false, reason })
      form.type('Low')
      await vi.advanceTimersByTimeAsync(1000)
      expect(form.note).toContain(`Not saved: ${words}`)
      expect(form.note).toMatch(/This browser keeps your text\.$/)
      form.isStorageFull = true
      form.type('Low water')
      await vi.advanceTimersByTimeAsync(9000)
      expect(form.note).toMatch(/Copy your text before you close this page\.$/)
    },
  )
})

const write = (content: string): DraftText => ({ ...blank, content })

/** Types into a form of an article whose working copy another tab has published. */
async function typeAfter(published: string, typed: string) {
  const article = { version: '1', text: write('One.\n\nTwo.\n\nThree.') }
  let text = article.text
  let state: SaverState | undefined
  const sent: { version: number; base: string | undefined }[] = []
  const saver = new DraftSaver(
    {
      read: () => text,
      write: (merged) => (text = merged),
      send: ({ version, base }) => {
        sent.push({ version, base: base?.version })
        const now = { version: '2', text: write(published) }
        return Promise.resolve(
          sent.length === 1 ? { ok: false, reason: 'gone', article: now } : { ok: true, version: 1 },
        )
      },
      keep: () => true,
      forget: () => {},
      onState: (next) => (state = next),
    },
    { version: 0, text: article.text },
    article,
  )
  text = write(typed)
  saver.change()
  await vi.advanceTimersByTimeAsync(3000)
  return { text: text.content, sent, state }
}

describe('the working copy of an article that was saved elsewhere', () => {
  test('is merged with it, and saved', async () => {
    const { text, sent, state } = await typeAfter('First.\n\nTwo.\n\nThree.', 'One.\n\nTwo.\n\nThird.')
    expect(text).toBe('First.\n\nTwo.\n\nThird.')
    expect(sent).toEqual([
      { version: 0, base: '1' },
      { version: 0, base: '2' },
    ])
    expect(state).toMatchObject({ status: 'saved', isMerged: true })
  })

  test('asks where both changed the same line', async () => {
    const { sent, state } = await typeAfter('First.\n\nTwo.\n\nThree.', 'Once.\n\nTwo.\n\nThree.')
    expect(sent).toHaveLength(1)
    expect(state).toMatchObject({ status: 'conflict', conflicts: [{ mine: 'Once.\n', theirs: 'First.\n' }] })
  })
})

const toLines = (first: string, last: string): DraftText => write([first, 'Two.', last].join('\n\n'))
const [FIRST, MINE, THEIRS] = [
  toLines('One.', 'Three.'),
  toLines('Once.', 'Three.'),
  toLines('First.', 'Third.'),
]

/** Opens a form of a text in which somebody else changed the same line as the text that this browser keeps. */
function openAgain(form: Form, base: DraftState, articleVersion?: string): Form {
  const typed = { draftId: uuidv7(), ...MINE }
  form.saver.restore({ savedAt: Date.now(), typed, base, articleVersion })
  expect(form.saver.isSettled()).toBe(false)
  return form
}

describe('a kept text that conflicts with a newer one', () => {
  test('asks again after a reload, until the writer has chosen, and loses no other change', async () => {
    const form = openAgain(new Form(THEIRS, 5), { version: 3, text: FIRST })
    await form.saver.leave()
    expect(form).toMatchObject({ kept: MINE.content, keptBase: { version: 3, text: FIRST }, sent: [] })
    const next = openAgain(new Form(THEIRS, 5), form.keptBase ?? { version: 5, text: THEIRS })
    next.saver.choose(() => 'mine')
    await next.saver.save()
    expect(next).toMatchObject({ keptBase: { version: 5 }, sent: [toLines('Once.', 'Third.').content] })
    next.saver.stop()
  })

  test('is compared with a still newer one from the text that it was made from', () => {
    const form = openAgain(new Form(THEIRS, 5), { version: 3, text: FIRST })
    form.saver.receive({ version: 6, text: toLines('First.', 'Third!') })
    form.saver.choose(() => 'mine')
    expect(form.text).toEqual(toLines('Once.', 'Third!'))
    form.saver.stop()
  })

  test('asks again if it was typed into an article that was saved since', async () => {
    const article = { version: '2', text: THEIRS }
    const form = openAgain(new Form(THEIRS, 0, article), { version: 0, text: FIRST }, '1')
    await form.saver.leave()
    expect(form).toMatchObject({ keptBase: { version: 0, text: FIRST }, keptArticle: '1', sent: [] })
    const next = openAgain(new Form(THEIRS, 0, article), { version: 0, text: FIRST }, form.keptArticle)
    next.saver.choose(() => 'theirs')
    await next.saver.save()
    expect(next).toMatchObject({ keptBase: { text: THEIRS }, keptArticle: '2', sent: [THEIRS.content] })
    next.saver.stop()
  })
})
