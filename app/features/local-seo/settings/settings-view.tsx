import { type InputEvent, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import type { DomainState } from '../domains/domains.ts'
import { settingsFailed, settingsSaved } from './messages.ts'
import {
  countErrors,
  SETTINGS_PATH,
  type SeoSettings,
  type SettingsErrors,
  type SettingsTab,
  TAB_NAMES,
} from './settings.ts'
import { type FieldsProps, SETTINGS_FIELDS } from './settings-fields.tsx'
import { SettingsPreview } from './settings-preview.tsx'
import styles from './settings.module.css'

interface SettingsViewProps {
  /** The saved settings. */
  settings: SeoSettings
  /** True if the operator owns the main site. */
  isOwner: boolean
  domainState: DomainState | undefined
  /** The main site, with its current name. */
  site: { name: string; host: string }
  /** The tab that is open at first. */
  tab: SettingsTab
  /** The values that were sent and not saved, and why. */
  typed?: SeoSettings
  errors?: SettingsErrors
  failure?: string
  isSaved?: boolean
  busy: boolean
}

const LABELS: Record<SettingsTab, string> = {
  general: 'General',
  business: 'Business',
  social: 'Social',
  verification: 'Verification',
}

/** The SEO settings (spec §2): one form in four tabs, which are saved together, and a preview. */
export function SettingsView({ settings, isOwner, domainState, site, busy, ...sent }: SettingsViewProps) {
  const { typed, errors = {}, failure, isSaved } = sent
  const [edited, setEdited] = useState<Partial<SeoSettings>>({})
  const answers = useChanges(sent.errors)
  const shown = { ...settings, ...typed, ...edited }
  const follow = ({ target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      setEdited((before) => ({ ...before, [target.name]: target.value }))
  }
  return (
    <div className={styles.page}>
      <Form method="post" action={SETTINGS_PATH} noValidate preventScrollReset onInput={follow}>
        <SettingsTabs key={answers} open={sent.tab} errors={errors} />
        <div className="panel">
          <SettingsPanels saved={settings} values={typed ?? settings} {...{ shown, errors, domainState }} />
          <div className={styles.save}>
            <Button isPrimary busy={busy} busyText="Saving...">
              Save Settings
            </Button>
            <p>{isOwner ? OWNERS : OTHERS}</p>
          </div>
        </div>
      </Form>
      <SettingsPreview settings={shown} site={site} />
      {!busy && failure && <Toast title={settingsFailed} description={failure} tone="bad" />}
      {!busy && isSaved && <Toast title={settingsSaved} tone="ok" />}
    </div>
  )
}

// Each refusal makes new tabs: the one with a marked field is open then, also if it was open at first and then left.
function useChanges(errors: SettingsErrors | undefined): number {
  const [seen, setSeen] = useState({ errors, changes: 0 })
  if (seen.errors === errors) return seen.changes
  setSeen({ errors, changes: seen.changes + 1 })
  return seen.changes + 1
}

const OWNERS = 'You own the main site: its pages show these settings as soon as they are saved.'
const OTHERS = 'These settings show on your own landing pages. The main site shows those of its owner.'

// The tabs are radio buttons: they switch the panels without scripts, and are sent with the form.
function SettingsTabs({ open, errors }: { open: SettingsTab; errors: SettingsErrors }) {
  return (
    <fieldset className={styles.tabs}>
      <legend className="sr-only">Settings</legend>
      {TAB_NAMES.map((tab) => {
        const wrong = countErrors(tab, errors)
        return (
          <label key={tab}>
            <input type="radio" name="tab" value={tab} defaultChecked={tab === open} />
            {LABELS[tab]}
            {wrong > 0 && (
              <span className={styles.wrong}>
                {wrong}
                <span className="sr-only"> to correct</span>
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

const SettingsPanels = (fields: FieldsProps) =>
  TAB_NAMES.map((tab) => {
    const Fields = SETTINGS_FIELDS[tab]
    return (
      <section key={tab} data-tab={tab} aria-label={LABELS[tab]}>
        <Fields {...fields} />
      </section>
    )
  })
