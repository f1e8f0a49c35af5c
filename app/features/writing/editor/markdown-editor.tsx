import type { EditorView } from '@codemirror/view'
import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { EditorStatus } from './editor-status.tsx'
import { HelpPanel } from './help-panel.tsx'
import { LinkPanel } from './link-panel.tsx'
import { OutlinePanel } from './outline-panel.tsx'
import { PicturePanel } from './picture-panel.tsx'
import type { MarkdownEditorProps } from './text-field.ts'
import { Toolbar } from './toolbar.tsx'
import type { Panel } from './tools.ts'
import { type AddedPicture, useUploads } from './use-uploads.ts'
import { useView } from './use-view.ts'
import styles from './editor.module.css'

/** The editor for a text in Markdown. It replaces a text area, which stays the field of the form. */
export function MarkdownEditor({ area, slots, toggleFocus, onScroll }: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const [panel, setPanel] = useState<Panel>()
  const [[picture], setAdded] = useState<AddedPicture[]>([])
  const { pending, failures, add } = useUploads((one) => setAdded((others) => [...others, one]))
  const view = useView({
    area,
    host,
    onScroll,
    onOpen: (name) => setPanel((open) => (open === name ? undefined : name)),
    onChoosePictures: () => files.current?.click(),
    onPictures: add,
    toggleFocus,
  })
  const close = () => {
    if (panel) setPanel(undefined)
    else setAdded(([, ...others]) => others)
    view?.focus()
  }
  return (
    <div>
      {view && (
        <>
          {slots.tools &&
            createPortal(
              <Toolbar
                {...{ view, files }}
                pressed={panel && PANEL_TOOLS[panel]}
                onPictures={(chosen) => add(view, chosen)}
              />,
              slots.tools,
            )}
          <div className={styles.head}>
            <OpenPanel {...{ view, panel, picture }} onClose={close} />
          </div>
        </>
      )}
      <div ref={host} className={styles.text} />
      {view && <EditorStatus {...{ view, pending, failures }} slot={slots.length} />}
    </div>
  )
}

const PANEL_TOOLS: Record<Panel, string> = { link: 'Link', outline: 'Outline', help: 'Keys' }
const PANELS = { link: LinkPanel, outline: OutlinePanel, help: HelpPanel }

interface OpenPanelProps {
  view: EditorView
  panel: Panel | undefined
  /** The picture to describe. */
  picture: AddedPicture | undefined
  onClose: () => void
}

function OpenPanel({ view, panel, picture, onClose }: OpenPanelProps) {
  const Chosen = panel && PANELS[panel]
  if (Chosen) return <Chosen key={panel} view={view} onClose={onClose} />
  return picture && <PicturePanel key={picture.path} view={view} picture={picture} onClose={onClose} />
}
