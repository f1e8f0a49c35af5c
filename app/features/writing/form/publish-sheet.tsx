import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { useMay } from '../../../shell/use-may.ts'
import { TargetSites } from './target-sites.tsx'
import { VariationsSwitch } from './variations-switch.tsx'
import { WhenField } from './when-field.tsx'
import styles from './publish-sheet.module.css'

/** The id of the sheet, which buttons open. */
export const PUBLISH_SHEET_ID = 'publish-sheet'

interface PublishSheetProps {
  sites: ComponentProps<typeof TargetSites>
  variations: ComponentProps<typeof VariationsSwitch>
  when: ComponentProps<typeof WhenField>
  /** The next plan. With another one, no time is chosen. */
  planned: string | undefined
  /** The way to what readers would see changed. */
  compare: ReactNode
}

/** Where the text goes, and when. With scripts it opens over the text; without them it stands below the details. */
export const PublishSheet = ({ sites, variations, when, planned, compare }: PublishSheetProps) => (
  <section id={PUBLISH_SHEET_ID} popover="auto" aria-label="Where and when" className={styles.sheet}>
    <button
      type="button"
      className={`${styles.close} needs-scripts`}
      popoverTarget={PUBLISH_SHEET_ID}
      popoverTargetAction="hide"
      aria-label="Close: Where and when"
    >
      <Icon name="close" />
    </button>
    <TargetSites {...sites} />
    {useMay('publish') && <WhenField key={planned} {...when} />}
    <VariationsSwitch {...variations} />
    {compare && <p className="panel">{compare}</p>}
  </section>
)
