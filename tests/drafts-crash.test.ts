// Two tabs write one draft while the server is killed again and again: every answered save is there, and no word is lost.
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { DraftSaver } from '../app/features/writing/drafts/draft-saver.ts'
import type { SaverState, SendAnswer } from '../app/features/writing/drafts/saver-parts.ts'
import { type DraftText, mapTexts, type SaveAnswer } from '../app/features/writing/drafts/drafts.ts'
import { queryStore, signUp, startAgain, startServer, type TestServer } from './support/server.ts'
import { byTier, isDeep } from './support/tier.ts'

const SAVES = byTier(50, 1000)
const KILLS = byTier(2, 30)
const ID = uuidv7()

const blank: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }
const write = (content: string): DraftText => ({ ...blank, title: 'Tides', content })

/** A form in a tab, whose saves go to the server over HTTP. */
class Tab {
  text: DraftText
  conflicts = 0
  state: SaverState | undefined
  readonly saver: DraftSaver

  constructor(start: { version: number; text: DraftText }, send: (save: object) => Promise<SendAnswer>) {
    this.text = start.text
    this.saver = new DraftSaver(
      {
        read: () => this.text,
        write: (text) => (this.text = text),
        send,
        keep: () => true,
        forget: () => {},
        onState: (state) => (this.state = state),
      },
      start,
    )
  }

  async save(): Promise<void> {
    await this.saver.save()
    while (this.state?.status === 'conflict') {
      this.conflicts += 1
      this.saver.choose(() => 'both')
      await this.saver.save()
    }
  }
}

test(
  `${SAVES} saves of two tabs lose nothing, though the server is killed ${KILLS} times during one`,
  { timeout: isDeep ? 900_000 : 120_000 },
  async () => {
    let server = await startServer()
    const { cookie } = await signUp(server)
    const answered: { version: number; text: string }[] = []
    const send = async (save: object): Promise<SendAnswer> => {
      const asked = server.ask(`/drafts/${ID}`, { headers: { cookie }, json: save })
      const answer = await asked.catch(() => undefined)
      if (!answer || answer.status >= 500) return { ok: false, reason: 'unreachable' }
      const result = JSON.parse(answer.body) as SaveAnswer
      if (result.ok) answered.push({ version: result.version, text: JSON.stringify(save) })
      return result
    }
    const lines = Array.from(
      { length: 200 },
      (_, n) => `Line ${n} of a text that is about twenty kilobytes long, and no shorter than this.\n`,
    )
    const start = { version: 1, text: write(lines.join('')) }
    expect(start.text.content.length).toBeGreaterThan(15_000)
    expect(await send({ version: 0, text: start.text })).toEqual({ ok: true, version: 1 })
    const tabs = [new Tab(start, send), new Tab(start, send)]
    const words: string[] = []
    for (let round = 0; round < SAVES; round += 1) {
      const [tab, other] = round % 3 === 0 ? tabs.toReversed() : tabs
      if (!tab || !other) throw new Error('There are two tabs.')
      const word = `word${round}`
      words.push(word)
      tab.text = { ...tab.text, content: insertWord(tab.text.content, word, round) }
      if (round % Math.floor(SAVES / KILLS) === 1) {
        const saving = tab.save()
        await sleep((round * 7) % 12) // another moment of the save each time
        await server.kill()
        await saving
        server = await startAgain(server)
        await expectStored(server, answered.toSorted((one, two) => one.version - two.version).at(-1))
      }
      if (round % 5 === 0) {
        words.push(`both${round}`)
        other.text = { ...other.text, content: insertWord(other.text.content, `both${round}`, round) }
      }
      await tab.save()
      await other.save()
    }
    for (const tab of [...tabs, ...tabs]) await tab.save()
    const [stored] = await readDraft(server)
    for (const { saver } of tabs) void saver.pause()
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(stored?.content ?? ''))).toEqual([])
    expect(lines.filter((line) => !stored?.content.includes(line.slice(0, 20).trim()))).toEqual([])
    expect(tabs.reduce((sum, { conflicts }) => sum + conflicts, 0)).toBeGreaterThan(0)
    await server.end()
  },
)

const readDraft = (server: TestServer) =>
  queryStore<{ version: number; content: string }>(
    server,
    `select version, text->>'content' as content from drafts where id = '${ID}'`,
  )

// A save whose answer was lost may be there as well.
async function expectStored(server: TestServer, last: { version: number; text: string } | undefined) {
  const [stored] = await readDraft(server)
  expect(stored?.version).toBeGreaterThanOrEqual(last?.version ?? 0)
  if (stored?.version !== last?.version) return
  expect(last?.text).toContain(JSON.stringify(stored?.content))
}

// In every fifth round both tabs write in the same line before they save.
function insertWord(content: string, word: string, round: number): string {
  const lines = content.split('\n')
  const at = round % 5 === 0 ? 7 : (round * 37) % (lines.length - 1)
  lines[at] = `${lines[at]} ${word}`
  return lines.join('\n')
}
