import { Field, TextArea } from '../../../ui/field.tsx'
import { addressHints, copyPolicies } from './messages.ts'
import type { SiteErrors, SiteFormValues } from './site-form.ts'
import { COPY_POLICIES, GROUP_LIMIT, type SiteKind } from './target-sites.ts'

interface FieldsProps {
  kind: SiteKind
  typed: SiteFormValues
  errors: SiteErrors
}

/** The form fields for the name, the description and the copy policy of a site. */
export function SettingsFields({ kind, typed, errors }: FieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        defaultValue={typed.name}
        error={errors.name}
      />
      <TextArea
        label="Description"
        name="description"
        rows={3}
        maxLength={1000}
        placeholder="What the site is about, and how it speaks"
        defaultValue={typed.description}
        error={errors.description}
        hint={
          kind === 'hosted'
            ? 'Variations are written in this tone; search engines and feeds show it as well.'
            : 'Variations for this site are written in this tone. Nobody else sees it.'
        }
      />
      <Field
        label="Group"
        name="groupName"
        maxLength={GROUP_LIMIT}
        autoComplete="off"
        defaultValue={typed.groupName}
        hint="Lists of sites show those of a group together, such as those of one client. Readers do not see it."
      />
      <CopyPolicies kind={kind} chosen={typed.copyPolicy} error={errors.copyPolicy} />
    </>
  )
}

function CopyPolicies({
  kind,
  chosen,
  error,
}: {
  kind: SiteKind
  chosen: string
  error: string | undefined
}) {
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-1.5 text-small font-[550]">Copies on this site</legend>
      <div className="grid gap-2">
        {COPY_POLICIES.map((policy) => (
          <label key={policy} className="choice">
            <input type="radio" name="copyPolicy" value={policy} defaultChecked={policy === chosen} />
            <span className="font-[550]">{copyPolicies[policy].label}</span>
            <span className="text-small text-muted">{copyPolicies[policy].why}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className="mt-1 text-small text-bad" data-answer>
          {error}
        </p>
      )}
      {kind === 'wordpress' && (
        <p className="mt-1.5 text-small text-muted">
          WordPress needs an SEO plugin for the first two; the test of the connection says whether it has one.
        </p>
      )}
    </fieldset>
  )
}

interface ConnectionFieldsProps extends FieldsProps {
  /** True if credentials are saved. Then empty fields leave them as they are. */
  areSaved?: boolean
  /** True if the main site is on the visitor's machine, where names that end in .localhost lead to it. */
  isLocal: boolean
}

/** The form fields for the URL and the credentials of a site. Secrets are never filled in. */
export function ConnectionFields({ kind, typed, errors, areSaved = false, isLocal }: ConnectionFieldsProps) {
  const keep = areSaved ? 'Empty: as before. ' : ''
  return (
    <>
      <Field
        label="Address"
        name="url"
        required
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2048}
        placeholder={kind === 'hosted' && isLocal ? 'daily.localhost' : PLACEHOLDERS[kind]}
        defaultValue={typed.url}
        error={errors.url}
        hint={errors.url ? undefined : toAddressHint(kind, isLocal)}
      />
      {kind === 'wordpress' && (
        <>
          <Field
            label="User name"
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            maxLength={100}
            defaultValue={typed.username}
            error={errors.username}
            hint={`${keep}The name that you sign in to WordPress with.`}
          />
          <SecretField
            label="Application password"
            name="password"
            error={errors.password}
            hint={`${keep}In WordPress: Users → Profile → Application Passwords.`}
          />
        </>
      )}
      {kind === 'ghost' && (
        <SecretField
          label="Admin API key"
          name="key"
          error={errors.key}
          hint={`${keep}In Ghost: Settings → Integrations → Add custom integration.`}
        />
      )}
    </>
  )
}

const PLACEHOLDERS: Record<SiteKind, string> = {
  hosted: 'news.example.com',
  wordpress: 'https://blog.example.com',
  ghost: 'https://news.example.com',
  webhook: 'https://example.com/hooks/articles',
}

function toAddressHint(kind: SiteKind, isLocal: boolean): string {
  if (kind !== 'hosted') return addressHints[kind]
  return isLocal
    ? 'Any name that ends in .localhost works at once on this machine; another one as soon as its DNS leads here.'
    : 'A host name of its own. It works as soon as its DNS leads here.'
}

interface SecretFieldProps {
  label: string
  name: string
  hint: string
  error: string | undefined
}

// Browsers must not offer the account's own password here, and must not save this one with it.
const SecretField = (props: SecretFieldProps) => (
  <Field {...props} type="password" autoComplete="new-password" spellCheck={false} maxLength={300} />
)
