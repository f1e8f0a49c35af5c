import { createContext, createElement, type HTMLAttributes, type ReactNode, useContext } from 'react'

/** Returns the markup of what `draw` returns. It is drawn once for all that have the same key. */
type MarkupMemory = (key: string, draw: () => ReactNode) => string

/** The memory for the parts of public pages. Without one, as in a browser, parts are drawn like all else. */
export const MarkupMemoryContext = createContext<MarkupMemory | undefined>(undefined)

interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: 'article' | 'div' | 'footer' | 'header'
  /** Names the part, and all data that `draw` depends on. */
  markupKey: string
  draw: () => ReactNode
}

/** An element whose content is the same on many pages, so that it need not be drawn for each of them. */
export function Kept({ as, markupKey, draw, ...attributes }: KeptProps) {
  const memory = useContext(MarkupMemoryContext)
  return memory
    ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: memory(markupKey, draw) } })
    : createElement(as, attributes, draw())
}
