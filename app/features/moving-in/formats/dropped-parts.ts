import { toExcerpt } from '../../../shared/text.ts'
import { DROPPED, listAll, textOf } from '../../../shared/html-to-markdown/html-parts.ts'

/**
 * Returns the forms and buttons that an article loses when its HTML becomes Markdown, by kind. Buttons without a text are
 * left out: they belong to players.
 */
export const listDropped = (within: Element): string[] =>
  listAll(within, DROPPED)
    .filter((each) => !each.parentElement?.closest(DROPPED))
    .flatMap((each) => {
      if (each.nodeName === 'FORM' || each.querySelector('form')) return ['form']
      const text = textOf(each)
      return text ? [`button “${toExcerpt(text, 40)}”`] : []
    })
