import type { ComponentType } from 'react'
import { Field, TextArea } from '../../../ui/field.tsx'
import { LengthHint } from '../../../ui/length-hint.tsx'
import { META_DESCRIPTION_HINT } from '../../articles/articles.ts'
import type { DomainState } from '../domains/domains.ts'
import { domainStates, noDomain } from './messages.ts'
import type { SeoSettings, SettingsErrors, SettingsField, SettingsTab } from './settings.ts'
import styles from './settings.module.css'

/** The data of one tab of the settings form. */
export interface FieldsProps {
  saved: SeoSettings
  /** The initial values: the saved ones, or those that were typed and refused. */
  values: SeoSettings
  /** The current values. */
  shown: SeoSettings
  errors: SettingsErrors
  /** True if the saved domain leads here; undefined without a domain. */
  domainState: DomainState | undefined
}

// The saved values may differ from the typed ones, such as the host of a whole URL. The key then makes a new field.
const toField = ({ saved, values, errors }: FieldsProps, name: SettingsField) => ({
  key: saved[name],
  field: { name, defaultValue: values[name], error: errors[name], autoComplete: 'off' },
})

interface LineProps {
  name: SettingsField
  label: string
  of: FieldsProps
  hint?: string
  placeholder?: string
  autoComplete?: string
  type?: string
}

function Line({ of, name, ...line }: LineProps) {
  const { key, field } = toField(of, name)
  return <Field key={key} {...field} {...line} />
}

const address = {
  placeholder: 'https://',
  autoCapitalize: 'none',
  inputMode: 'url',
  spellCheck: false,
} as const

const Address = (line: LineProps) => <Line {...address} {...line} />

function General(of: FieldsProps) {
  const { key, field } = toField(of, 'defaultMetaDescription')
  return (
    <>
      <Line of={of} name="siteName" label="Site Name" />
      <Address
        of={of}
        name="siteDomain"
        label="Site Domain"
        placeholder="www.example.com"
        hint={of.domainState ? domainStates[of.domainState] : noDomain}
      />
      <TextArea
        key={key}
        {...field}
        label="Default Meta Description"
        rows={3}
        hint={<LengthHint text={of.shown.defaultMetaDescription} {...META_DESCRIPTION_HINT} />}
      />
      <Address
        of={of}
        name="defaultOgImage"
        label="Default Share Image"
        hint="For pages without one of their own, best 1200 by 630 pixels: an address, or the path of an upload. Empty: a picture is drawn."
      />
    </>
  )
}

const Business = (of: FieldsProps) => (
  <>
    <Line of={of} name="businessName" label="Business Name" autoComplete="organization" />
    <Line
      of={of}
      name="businessPhone"
      label="Phone"
      type="tel"
      autoComplete="tel"
      placeholder="+1 (555) 010-0199"
    />
    <Line of={of} name="businessAddress" label="Street Address" autoComplete="address-line1" />
    <div className={styles.town}>
      <Line of={of} name="businessCity" label="City" autoComplete="address-level2" />
      <Line of={of} name="businessState" label="State" autoComplete="address-level1" />
      <Line of={of} name="businessZip" label="ZIP" autoComplete="postal-code" />
    </div>
    <Line of={of} name="businessHours" label="Opening hours" placeholder="Mon to Fri 8 to 17, Sat 9 to 12" />
    <Line of={of} name="businessArea" label="Area" placeholder="Summit County and the towns around it" />
    <Address of={of} name="businessLogoUrl" label="Logo" hint="An address, or the path of an upload." />
  </>
)

const Social = (of: FieldsProps) => (
  <>
    <Address of={of} name="socialFacebook" label="Facebook" placeholder="https://www.facebook.com/…" />
    <Address of={of} name="socialTwitter" label="Twitter / X" placeholder="https://x.com/…" />
    <Address
      of={of}
      name="socialLinkedin"
      label="LinkedIn"
      placeholder="https://www.linkedin.com/company/…"
    />
    <Address of={of} name="socialInstagram" label="Instagram" placeholder="https://www.instagram.com/…" />
  </>
)

const Verification = (of: FieldsProps) => (
  <Address
    of={of}
    name="gscVerificationCode"
    label="Google Search Console"
    placeholder="The code, or the whole meta tag"
    hint="Search Console › Settings › Ownership verification › HTML tag. Paste what it shows; the code is taken out of it."
  />
)

/** The fields of each tab, as a component. */
export const SETTINGS_FIELDS: Record<SettingsTab, ComponentType<FieldsProps>> = {
  general: General,
  business: Business,
  social: Social,
  verification: Verification,
}
