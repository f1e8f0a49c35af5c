import type { EditorView } from '@codemirror/view'
import type { KeyboardEvent, RefObject } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { UPLOAD_TYPES } from '../../articles/pictures/pictures.ts'
import styles from './editor.module.css'
import { type Tool, toAriaKeys, toKeyName, TOOLS } from './tools.ts'

interface ToolbarProps {
  view: EditorView
  /** The name of the tool that is on. */
  pressed: string | undefined
  /** The field by which pictures are chosen. It has no name, so no form sends its files. */
  files: RefObject<HTMLInputElement | null>
  onPictures: (files: File[]) => void
}

const BUTTONS = TOOLS.filter(({ isButton }) => isButton)

/** The buttons above the text. Tab reaches the first one, and the arrow keys move to the others. */
export function Toolbar({ view, pressed, files, onPictures }: ToolbarProps) {
  const draw = (tool: Tool) => (
    <ToolButton
      key={tool.name}
      tool={tool}
      view={view}
      isFirst={tool === BUTTONS[0]}
      isOn={tool.name === pressed}
    />
  )
  return (
    <div className={styles.toolbar} role="toolbar" tabIndex={-1} aria-label="Format" onKeyDown={moveFocus}>
      {BUTTONS.filter(({ isView }) => !isView).map(draw)}
      <span className={styles.push} />
      {BUTTONS.filter(({ isView }) => isView).map(draw)}
      <input
        ref={files}
        type="file"
        hidden
        multiple
        aria-label="Pictures to add"
        accept={UPLOAD_TYPES.join(',')}
        onChange={({ currentTarget }) => {
          onPictures([...(currentTarget.files ?? [])])
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
    </div>
  )
}

interface ToolButtonProps {
  tool: Tool
  view: EditorView
  isFirst: boolean
  isOn: boolean
}

function ToolButton({
  tool: { name, key, letter, icon, run, isView },
  view,
  isFirst,
  isOn,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={styles.tool}
      data-letter={letter}
      tabIndex={isFirst ? 0 : -1}
      aria-label={name}
      aria-pressed={isView ? isOn : undefined}
      aria-keyshortcuts={key && toAriaKeys(key)}
      title={key ? `${name} (${toKeyName(key)})` : name}
      onMouseDown={(event) => event.preventDefault()} // the text keeps the focus and its selection
      onClick={() => run(view)}
    >
      {icon ? <Icon name={icon} /> : <span aria-hidden="true">{letter}</span>}
    </button>
  )
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

// One stop for the Tab key (ARIA Authoring Practices, toolbar).
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = tools.findIndex((tool) => tool === document.activeElement)
  const step = STEPS[event.key]
  const target =
    { Home: tools[0], End: tools.at(-1) }[event.key] ?? (step && tools.at((at + step) % tools.length))
  if (!target) return
  event.preventDefault()
  for (const tool of tools) tool.tabIndex = tool === target ? 0 : -1
  target.focus()
}
