import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import { isInCode } from './blocks.ts'
import { TOOLS } from './tools.ts'

// The languages that the highlighter of our pages knows, the most frequent ones first.
const LANGUAGES =
  'bash css diff go html java javascript json kotlin markdown php python ruby rust sql swift toml typescript xml yaml'.split(
    ' ',
  )

/** A menu at the caret, with the tools after a slash, and the languages of a block of code. */
export const slashMenu = autocompletion({
  icons: false,
  interactionDelay: 0,
  override: [listTools, listLanguages],
})

function listTools(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/^\/[\w ]{0,20}$/)
  if (!typed || context.state.doc.lineAt(context.pos).to > context.pos) return null
  if (isInCode(context.state, { from: context.pos, to: context.pos })) return null
  return {
    from: typed.from + 1,
    options: TOOLS.filter(({ sample }) => sample).map(({ name, sample = '', run }, index) => ({
      label: name,
      detail: sample,
      boost: -index, // otherwise they are in alphabetical order
      apply: (view, ...[, from, to]) => {
        view.dispatch({ changes: { from: from - 1, to }, userEvent: 'input.complete' })
        run(view)
        if (name === 'Code') startCompletion(view)
      },
    })),
    validFor: /^[\w ]*$/,
  }
}

function listLanguages(context: CompletionContext): CompletionResult | null {
  const fence = context.matchBefore(/^(?:```|~~~)[\w-]*$/)
  const isOpening = fence && (context.explicit || fence.to - fence.from > 3)
  if (!isOpening) return null
  return { from: fence.from + 3, options: LANGUAGES.map((label) => ({ label })), validFor: /^[\w-]*$/ }
}
