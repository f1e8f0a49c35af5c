import { createContext, createElement, type HTMLAttributes, type ReactNode, useContext } from 'react'

/** Returns the markup of a part. It is drawn once for all that have the same key. */
type MarkupMemory = (key: string, part: ReactNode) => string

/** The memory for the parts of public pages. Without one, as in a browser, parts are drawn like all else. */
export const MarkupMemoryContext = createContext<MarkupMemory | undefined>(undefined)

interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: 'article' | 'footer' | 'header'
  /** Names the part, and all data that its content depends on. */
  markupKey: string
  children: ReactNode
}

/** An element whose content is the same on many pages, so that it need not be drawn for each of them. */
export function Kept({ as, markupKey, children, ...attributes }: KeptProps) {
  const memory = useContext(MarkupMemoryContext)
  return memory
    ? createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: memory(markupKey, children) } })
    : createElement(as, attributes, children)
}
