import { type Answer, findInjection } from './ai-injections.ts'

const FILLERS = ['indeed', 'also', 'clearly', 'often', 'largely', 'plainly', 'mostly', 'rather', 'perhaps']
const EVERY = 8
const PLAIN_WORD = /^[\p{Ll}\p{Lo}]{2,}$/u

interface Manner {
  /** One word is added after this many words. */
  every?: number
  /** The prompt of the product, for a model that obeys orders in the article. */
  obey?: string
}

/**
 * Returns the answer of a model to our prompt: the same text with some added words. They are at other places for each
 * site. About a third of the text stays unchanged.
 */
export function reword(prompt: string, { every = EVERY, obey }: Manner = {}): string {
  const { title, description, text } = readArticle(prompt)
  // The problems of an earlier answer are in the prompt, so the next answer differs.
  const site = [...prompt.matchAll(/^(?:Name: |- ).*$/gm)].join()
  const answer = { title, description, text: rewordText(text, site, every) }
  const given = obey === undefined ? answer : (findInjection(text)?.obey(answer, obey) ?? answer)
  return `TITLE: ${given.title}\nDESCRIPTION: ${given.description}\nTEXT:\n${given.text}`
}

function readArticle(prompt: string): Answer {
  const lines = /(?<=^(ARTICLE-\w+)\n)[^]*(?=\n\1$)/m.exec(prompt)?.[0].split('\n') ?? []
  const [title = '', description = ''] = lines.map((line) => line.replace(/^[A-Z]+: ?/, ''))
  return { title, description, text: lines.slice(3).join('\n') }
}

/** Rewords a text without title and description. */
export function rewordText(text: string, site: string, every = EVERY): string {
  const seed = Array.from(site).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007, 7)
  let since = seed % EVERY
  let count = 0
  let isQuoted = false
  return text.split('\n').map(rewordLine).join('\n')

  function rewordLine(line: string): string {
    isQuoted = false
    if (/^\s*(?:#|⟦\d+⟧\s*$)/.test(line)) return line
    const words = line.split(' ')
    return words.flatMap((word, index) => rewordAt(word, words[index + 1] ?? '')).join(' ')
  }

  function rewordAt(word: string, next: string): string[] {
    for (const mark of word.match(/["“”„«»]/g) ?? []) isQuoted = mark === '"' ? !isQuoted : /[“„«]/.test(mark)
    since += 1
    if (since < every || isQuoted || !PLAIN_WORD.test(word) || !PLAIN_WORD.test(next)) return [word]
    since = 0
    count += 1
    return [word, FILLERS[(seed + count * (1 + (seed % 8))) % FILLERS.length] ?? '']
  }
}
