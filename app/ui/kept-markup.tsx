import { createContext, createElement, type HTMLAttributes, type ReactNode, useContext } from 'react'
import { LanguageContext } from './language.ts'

/** Returns the markup of a part. It is drawn again only if the last part with this name had other data. */
type MarkupMemory = (name: string, data: unknown, part: ReactNode) => string

/** The memory for the parts of public pages. Without one, as in a browser, parts are drawn like all else. */
export const MarkupMemoryContext = createContext<MarkupMemory | undefined>(undefined)

interface KeptProps extends HTMLAttributes<HTMLElement> {
  as: 'article' | 'aside' | 'footer' | 'header' | 'section'
  /** Names the part, and the row or the site that it shows. */
  name: string
  /** All other data that its content depends on. Nobody changes these objects. */
  data: unknown
  children: ReactNode
}

/**
 * An element whose content is the same on many pages, so that it need not be drawn for each of them. The language of the page
 * is a part of every name.
 */
export function Kept({ as, name, data, children, ...attributes }: KeptProps) {
  const memory = useContext(MarkupMemoryContext)
  const language = useContext(LanguageContext)
  return memory
    ? createElement(as, {
        ...attributes,
        dangerouslySetInnerHTML: {
          __html: memory(
            `${language} ${name}`,
            data,
            <LanguageContext value={language}>{children}</LanguageContext>,
          ),
        },
      })
    : createElement(as, attributes, children)
}
