import { isKnownCategory, toTagKey } from '../../articles/articles.ts'
import styles from './category-tint.module.css'

/** Returns the classes of a category's gradient; any other tag has the one for all of them (spec §2). */
export const toTint = (category: string): string =>
  isKnownCategory(category) ? `${styles.tint} ${styles[toTagKey(category)]}` : `${styles.tint}`
