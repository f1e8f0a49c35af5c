// What a reader sees of HTML, before and after it became Markdown.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import domino from '@mixmark-io/domino'
import { describe, expect, test } from 'vitest'
import { readRawField } from '../../app/features/moving-in/formats/source-fields.ts'
import { readCorpus } from '../../bench/corpus.ts'
import { breakLines } from '../../app/features/moving-in/formats/break-lines.ts'
import convertPage from '../../app/features/moving-in/formats/convert.worker.server.ts'
import { type Found, type Html, readRecord } from '../../app/features/moving-in/formats/formats.ts'
import { readGhost } from '../../app/features/moving-in/formats/ghost.ts'
import { readWordpress } from '../../app/features/moving-in/formats/wordpress.ts'
import { renderMarkdown } from '../../app/features/articles/markdown/render-markdown.server.ts'
import { readSeen, withoutOurLinks } from '../support/seen-text.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const SAMPLES = '../shared/corpus/interchange'
const EVERY = 10

const render = (content: string) =>
  withoutOurLinks(renderMarkdown({ content, baseUrl: null, lang: null }).html)

function convert(text: string, html: Html): string {
  const found = convertPage({ text, html, pictures: [] })
  return 'fields' in found ? readRawField(found.fields.content) : JSON.stringify(found)
}

describe.skipIf(!existsSync(CORPUS))('the HTML of real articles (skipped without the collection)', () => {
  test('looks the same after the conversion', async () => {
    const texts = (await readCorpus(CORPUS)).map((record) => readRawField(readRecord(record).content))
    const chosen = texts.filter((_, index) => index % EVERY === 0)
    expect(chosen.length).toBeGreaterThan(200)
    for (const text of chosen) {
      const html = render(text)
      expect(readSeen(render(convert(html, 'plain')))).toEqual(readSeen(html))
    }
  })
})

async function* readSample(file: string): AsyncGenerator<Found> {
  const text = readFileSync(join(SAMPLES, file), 'utf8')
  if (file.endsWith('.json')) return yield* readGhost(JSON.parse(text), file)
  const open = async function* () {
    yield await Promise.resolve(text)
  }
  yield* readWordpress(open, { file, types: [] })
}

describe.skipIf(!existsSync(SAMPLES))(
  'the posts of WordPress and Ghost (skipped without the collection)',
  () => {
    const files = existsSync(SAMPLES)
      ? ['wxr', 'ghost'].flatMap((folder) =>
          readdirSync(join(SAMPLES, folder)).map((name) => `${folder}/${name}`),
        )
      : []

    test.each(files)('of %s look the same after the conversion', async (file) => {
      let count = 0
      for await (const found of readSample(file)) {
        if (!('fields' in found) || !found.html) continue
        const content = readRawField(found.fields.content)
        const { body } = domino.createDocument(content)
        if (found.html === 'lines') breakLines(body)
        expect(readSeen(render(convert(content, found.html)))).toEqual(readSeen(body.innerHTML))
        count += 1
      }
      expect(count).toBeGreaterThan(0)
    })
  },
)
