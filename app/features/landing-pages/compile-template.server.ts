import { renderText } from '../articles/commands.server.ts'
import { type Block, TemplateError, toBlocks } from './blocks.ts'
import { LINK_FIELDS, type LandingTemplate, linksNeeded, splitAtMarks, tell, TELLINGS } from './template.ts'

/** A template ready to be filled: each telling of it. */
export interface CompiledTemplate {
  titles: Line[]
  descriptions: Line[]
  bodies: Block[][]
}

/** A line cut at its fields. */
export type Line = ReturnType<typeof splitAtMarks>

const everyTelling = Array.from({ length: TELLINGS }, (_, telling) => telling)

/**
 * Renders and sanitises a template once for each of its tellings. Throws DeadlineError for a text that takes over 2 s,
 * and TemplateError, with a sentence for its author, where a field stands where none can.
 */
export async function compileTemplate(
  template: LandingTemplate,
  accountId: string,
): Promise<CompiledTemplate> {
  const render = async (content: string): Promise<Block[]> =>
    toBlocks((await renderText({ content, canonicalUrl: null }, accountId)).html)
  const told = everyTelling.map((telling) => tell(template.body, telling))
  const rendered = new Map<string, Promise<Block[]>>()
  for (const content of told) if (!rendered.has(content)) rendered.set(content, render(content))
  const bodies = await Promise.all(told.map((content) => rendered.get(content) ?? render(content)))
  if (!bodies.every(hasLinks)) throw new TemplateError(linksNeeded)
  return {
    titles: everyTelling.map((telling) => splitAtMarks(tell(template.title, telling))),
    descriptions: everyTelling.map((telling) => splitAtMarks(tell(template.description, telling))),
    bodies,
  }
}

const hasLinks = (blocks: Block[]) =>
  LINK_FIELDS.every((field) => blocks.some(({ fields }) => fields.includes(field)))
