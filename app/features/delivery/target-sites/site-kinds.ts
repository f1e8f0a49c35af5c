import type { IconName } from '../../../ui/icon.tsx'
import type { SiteKind } from './target-sites.ts'

/** The name, the icon and the explanation of each kind of site on the screens. */
export const KINDS: Record<SiteKind, { label: string; icon: IconName; why: string }> = {
  hosted: {
    label: 'Hosted here',
    icon: 'sheet',
    why: 'Another site of this installation, under a name of its own, with its own feeds and sitemap.',
  },
  wordpress: {
    label: 'WordPress',
    icon: 'wordpress',
    why: 'Your own or somebody’s blog, from version 5.6. Needs an application password.',
  },
  ghost: {
    label: 'Ghost',
    icon: 'ghost',
    why: 'A Ghost publication, from version 5. Needs the key of a custom integration.',
  },
  webhook: {
    label: 'Webhook',
    icon: 'hook',
    why: 'Anything else: a program of yours gets signed messages and keeps the copies.',
  },
}
