import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import { toIconPath } from '../../../ui/icon.tsx'
import { isInCode } from './blocks.ts'
import styles from './editor.module.css'
import { type Tool, TOOLS } from './tools.ts'

// The languages that the highlighter of our pages knows, the most frequent ones first.
const LANGUAGES =
  'bash css diff go html java javascript json kotlin markdown php python ruby rust sql swift toml typescript xml yaml'.split(
    ' ',
  )

// CodeMirror has its icon at 20 and the label at 50.
const BEFORE_LABEL = 20

/** A menu at the caret, with the tools after a slash, and the languages of a block of code. */
export const slashMenu = autocompletion({
  icons: false,
  interactionDelay: 0,
  override: [listTools, listLanguages],
  addToOptions: [{ render: drawIcon, position: BEFORE_LABEL }],
})

/** Draws the icon of a tool, or its letter. A language has none. */
function drawIcon({ label }: Completion): Node | null {
  const tool = TOOLS.find(({ name, sample }) => sample && name === label)
  if (!tool) return null
  const place = document.createElement('span')
  place.className = styles.entryIcon ?? ''
  place.ariaHidden = 'true'
  place.append(tool.icon ? toSvg(tool.icon) : (tool.letter ?? tool.name.charAt(0)))
  return place
}

function toSvg(icon: NonNullable<Tool['icon']>): SVGElement {
  const namespace = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(namespace, 'svg')
  const path = document.createElementNS(namespace, 'path')
  svg.classList.add('icon')
  svg.setAttribute('viewBox', '0 0 24 24')
  path.setAttribute('d', toIconPath(icon))
  svg.append(path)
  return svg
}

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
