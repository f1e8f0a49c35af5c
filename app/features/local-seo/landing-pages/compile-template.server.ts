import { renderText } from '../../articles/commands.server.ts'
import { type Block, TemplateError, toBlocks } from './blocks.ts'
import {
  LINK_FIELDS,
  type LandingTemplate,
  linksNeeded,
  splitAtMarks,
  toVariantText,
  VARIANTS,
} from './template.ts'

/** A template ready to be filled: its lines and blocks, by variant. */
export interface CompiledTemplate {
  titles: Line[]
  descriptions: Line[]
  bodies: Block[][]
}

/** A line split at its fields. */
export type Line = ReturnType<typeof splitAtMarks>

const everyVariant = Array.from({ length: VARIANTS }, (_, variant) => variant)

/**
 * Renders and sanitises a template once for each of its variants. Throws DeadlineError for a text that takes over 2 s.
 * Throws TemplateError, with a sentence for its author, if a field is at a forbidden place.
 */
export async function compileTemplate(
  template: LandingTemplate,
  accountId: string,
): Promise<CompiledTemplate> {
  const render = async (content: string): Promise<Block[]> =>
    toBlocks((await renderText({ content, canonicalUrl: null, lang: null }, accountId)).html)
  const texts = everyVariant.map((variant) => toVariantText(template.body, variant))
  const rendered = new Map<string, Promise<Block[]>>()
  for (const content of texts) if (!rendered.has(content)) rendered.set(content, render(content))
  const bodies = await Promise.all(texts.map((content) => rendered.get(content) ?? render(content)))
  if (!bodies.every(hasLinks)) throw new TemplateError(linksNeeded)
  return {
    titles: everyVariant.map((variant) => splitAtMarks(toVariantText(template.title, variant))),
    descriptions: everyVariant.map((variant) => splitAtMarks(toVariantText(template.description, variant))),
    bodies,
  }
}

const hasLinks = (blocks: Block[]) =>
  LINK_FIELDS.every((field) => blocks.some(({ fields }) => fields.includes(field)))
