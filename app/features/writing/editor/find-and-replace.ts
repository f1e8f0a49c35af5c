import { search, SearchQuery, setSearchQuery } from '@codemirror/search'
import { EditorState, type StateEffect } from '@codemirror/state'

// The panel would read `\n` as a line end also while Pattern is off.
const asWritten = (effect: StateEffect<unknown>): StateEffect<unknown> =>
  effect.is(setSearchQuery) ? setSearchQuery.of(toLiteral(effect.value)) : effect

const toLiteral = ({ search: words, replace, caseSensitive, regexp, wholeWord }: SearchQuery) =>
  new SearchQuery({ search: words, replace, caseSensitive, regexp, wholeWord, literal: !regexp })

/** The panel that finds and replaces words. Only a pattern has signs with a meaning. */
export const findAndReplace = [
  search({ top: true, literal: true }),
  EditorState.transactionFilter.of((transaction) =>
    transaction.effects.some((effect) => effect.is(setSearchQuery))
      ? [transaction, { effects: transaction.effects.map(asWritten) }]
      : transaction,
  ),
]
