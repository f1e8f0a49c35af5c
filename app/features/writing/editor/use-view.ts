import { pasteURLAsLink } from '@codemirror/lang-markdown'
import { type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isInCode } from './blocks.ts'
import { openView, toLf } from './create-view.ts'
import { findPlace } from './outline.ts'
import { isRich, pasteRichText } from './rich-paste.ts'
import { slashMenu } from './slash-menu.ts'
import { TABLE_TOOLS } from './tables.ts'
import type { MarkdownEditorProps } from './text-field.ts'
import { actionsOf, type Panel, TOOL_KEYS } from './tools.ts'
import { findPlaceForDrop, findPlaceForPaste, listFiles, type useUploads } from './use-uploads.ts'

interface ViewOptions extends Omit<MarkdownEditorProps, 'slots'> {
  host: RefObject<HTMLElement | null>
  onOpen: (panel: Panel) => void
  onChoosePictures: () => void
  onPictures: ReturnType<typeof useUploads>['add']
}

/** Opens the editor in `host`, in place of a text area. Returns its view once it is loaded. */
export function useView(options: ViewOptions): EditorView | undefined {
  const [view, setView] = useState<EditorView>()
  const latest = useRef(options)
  const { area, host } = options
  useEffect(() => {
    latest.current = options
    view?.dispatch() // the text area may have another description
  })
  useLayoutEffect(() => {
    if (!host.current || !area.current) return undefined
    const extensions = toExtensions(latest)
    const { view: opened, close } = openView({ parent: host.current, area: area.current, extensions })
    setView(opened)
    const scroll = () => latest.current.onScroll?.(findPlace(opened))
    addEventListener('scroll', scroll, { capture: true, passive: true })
    return () => {
      removeEventListener('scroll', scroll, { capture: true })
      close()
    }
  }, [area, host])
  return view
}

function toExtensions(latest: RefObject<ViewOptions>): Extension {
  const takePasted = (data: DataTransfer | null, view: EditorView) => {
    const files = data ? listFiles(data) : []
    if (files.length > 0) latest.current.onPictures(view, files, findPlaceForPaste(view))
    return files.length > 0
  }
  const takeDropped = (event: DragEvent, view: EditorView) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) latest.current.onPictures(view, files, findPlaceForDrop(view, event))
    return files.length > 0
  }
  return [
    slashMenu,
    actionsOf.of({
      open: (panel) => latest.current.onOpen(panel),
      choosePictures: () => latest.current.onChoosePictures(),
      toggleFocusMode: () => latest.current.toggleFocus(),
    }),
    Prec.high(keymap.of([...TOOL_KEYS, ...TABLE_TOOLS])),
    EditorView.domEventHandlers({
      paste: ({ clipboardData }, view) => takePasted(clipboardData, view) || takeText(clipboardData, view),
      drop: takeDropped,
    }),
    pasteURLAsLink,
  ]
}

/** Pastes what plain text does not have as Markdown. In code the plain text goes in as it is. */
function takeText(data: DataTransfer | null, view: EditorView): boolean {
  if (!data) return false
  const [html, plain] = [data.getData('text/html'), data.getData('text/plain')]
  const { main } = view.state.selection
  if (isInCode(view.state, main)) return false
  if (!main.empty && isAddress(plain)) return false // the words become a link
  if (isRich({ html, plain, types: data.types })) void pasteRichText(view, { html, plain, types: data.types })
  else if (!main.empty && /^(?:https?:|mailto:|xmpp:|www\.)/.test(plain)) pastePlain(view, plain)
  else return false
  return true
}

const isAddress = (text: string) => /^(?:https?:\/\/|mailto:|www\.)\S+$/.test(text)

// A text that only begins with an address is no link.
const pastePlain = (view: EditorView, text: string) =>
  view.dispatch(view.state.replaceSelection(toLf(text)), { userEvent: 'input.paste', scrollIntoView: true })
