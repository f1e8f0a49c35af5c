import { type InputEvent, useState } from 'react'
import { Form } from 'react-router'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { TabList, toPanel, useTab } from '../../../ui/tab-list.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
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
  /** The values that were sent and not saved. */
  typed?: SeoSettings
  /** The account that they are for, if another one acts by now. */
  accountId?: string | undefined
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
  const shown = { ...settings, ...typed, ...edited }
  const [chosen, choose] = useOpenTab(sent.tab, sent.errors)
  const follow = ({ target }: InputEvent<HTMLFormElement>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      setEdited((before) => ({ ...before, [target.name]: target.value }))
  }
  return (
    <div className={styles.page}>
      {/* A sign-in in between leads back to the open tab, which has what was typed. */}
      <Form
        method="post"
        action={`${SETTINGS_PATH}?tab=${chosen}`}
        noValidate
        preventScrollReset
        onInput={follow}
      >
        <AccountField sent={sent.accountId} />
        <SettingsTabs open={sent.tab} {...{ chosen, choose, errors }} />
        <div className="panel">
          <SettingsPanels
            saved={settings}
            values={typed ?? settings}
            {...{ chosen, shown, errors, domainState }}
          />
          <div className={styles.save}>
            <Button isPrimary busy={busy} busyText="Saving...">
              Save Settings
            </Button>
            <p>{isOwner ? OWNERS : OTHERS}</p>
          </div>
        </div>
      </Form>
      <SettingsPreview settings={shown} site={site} />
      {!busy && failure && (
        <Toast title={settingsFailed} description={failure} tone="bad" isOnPage={errors !== undefined} />
      )}
      {!busy && isSaved && <Toast title={settingsSaved} tone="ok" />}
    </div>
  )
}

/**
 * Returns the open tab and a function that opens another one. The answer to a sent form opens `tab`: the one with an
 * error, if any.
 */
function useOpenTab(tab: SettingsTab, errors: SettingsErrors | undefined) {
  const [chosen, choose] = useState(tab)
  const [last, setLast] = useState({ tab, errors })
  if (last.tab !== tab || last.errors !== errors) {
    setLast({ tab, errors })
    choose(tab)
  }
  return [chosen, choose] as const
}

const OWNERS = 'You own the main site: its pages show these settings as soon as they are saved.'
const OTHERS = 'These settings show on your own landing pages. The main site shows those of its owner.'

interface TabsProps {
  /** The tab that is open at first. */
  open: SettingsTab
  chosen: SettingsTab
  choose: (tab: SettingsTab) => void
  errors: SettingsErrors
}

// Without scripts the tabs are radio buttons, which switch the panels by CSS. In both forms the open tab is sent.
function SettingsTabs({ open, chosen, choose, errors }: TabsProps) {
  const runsScripts = useRunsScripts()
  if (runsScripts)
    return (
      <>
        <input type="hidden" name="tab" value={chosen} />
        <TabList label="Settings" className={styles.tabs}>
          {TAB_NAMES.map((tab) => (
            <TabButton key={tab} isOpen={tab === chosen} {...{ tab, choose, errors }} />
          ))}
        </TabList>
      </>
    )
  return (
    <fieldset className={styles.tabs}>
      <legend className="sr-only">Settings</legend>
      {TAB_NAMES.map((tab) => (
        <label key={tab}>
          <input key={open} type="radio" name="tab" value={tab} defaultChecked={tab === open} />
          {LABELS[tab]}
          <Wrong count={countErrors(tab, errors)} />
        </label>
      ))}
    </fieldset>
  )
}

interface TabButtonProps extends Pick<TabsProps, 'choose' | 'errors'> {
  tab: SettingsTab
  isOpen: boolean
}

const TabButton = ({ tab, isOpen, choose, errors }: TabButtonProps) => (
  <button type="button" onClick={() => choose(tab)} {...useTab(tab, isOpen)}>
    {LABELS[tab]}
    <Wrong count={countErrors(tab, errors)} />
  </button>
)

const Wrong = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={styles.wrong}>
      {count}
      <span className="sr-only"> to correct</span>
    </span>
  )

function SettingsPanels({ chosen, ...fields }: FieldsProps & { chosen: SettingsTab }) {
  const runsScripts = useRunsScripts()
  return TAB_NAMES.map((tab) => {
    const Fields = SETTINGS_FIELDS[tab]
    const panel = runsScripts
      ? { ...toPanel(tab), 'data-open': tab === chosen }
      : { 'aria-label': LABELS[tab] }
    return (
      <section key={tab} data-tab={tab} {...panel}>
        <Fields {...fields} />
      </section>
    )
  })
}
