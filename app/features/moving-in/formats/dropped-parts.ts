import { toExcerpt } from '../../../shared/text.ts'
import { listAll, textOf } from './html-parts.ts'

// Subscribe and share buttons of Substack, and its empty markers.
const BUTTONS = ['button-wrapper', 'subscription-widget-wrap', 'subscription-widget-wrap-editor']
const DROPPED = ['form', 'button', ...BUTTONS.map((name) => `.${name}`)].join()

/** Returns true for an element that holds a button of Substack. */
export const isButton = ({ classList }: Element) => BUTTONS.some((name) => classList.contains(name))

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
