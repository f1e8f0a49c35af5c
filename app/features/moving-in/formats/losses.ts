import { formatCount } from '../../../shared/text.ts'

/** A kind of things that an article loses, and their number. */
export type Loss = [kind: string, count: number]

/** What an article loses. */
export interface Losses {
  /** The kinds of things, for example `shortcode [form]`, each as many times as the article has it. */
  lost?: string[]
  /** Other kinds with their numbers. An article may have thousands of comments. */
  counted?: Loss[]
}

/** Returns each kind of things that an article loses once, with their number. */
export function countLosses({ lost = [], counted = [] }: Losses): Loss[] {
  const counts = new Map<string, number>()
  const all = [...lost.map((kind): Loss => [kind, 1]), ...counted]
  for (const [kind, count] of all) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts]
}

/** Returns a kind with its number in words, such as `shortcode [form] (3 times)`. */
export const sayLoss = ([kind, count]: Loss): string =>
  count === 1 ? kind : `${kind} (${formatCount(count)} times)`
