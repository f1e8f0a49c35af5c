import { Field } from '../../../ui/field.tsx'
import { eventTexts } from './messages.ts'
import { EVENT_KINDS, type TypedWebhook } from './webhooks.ts'

interface WebhookFieldsProps {
  typed: TypedWebhook | undefined
  urlError: string | undefined
  kindsError: string | undefined
}

/** The address of a webhook and its events. */
export const WebhookFields = ({ typed, urlError, kindsError }: WebhookFieldsProps) => (
  <>
    <Field
      label="Address"
      name="url"
      type="url"
      required
      maxLength={2048}
      autoComplete="off"
      placeholder="https://example.com/hooks"
      defaultValue={typed?.url}
      error={urlError}
    />
    <fieldset className="mb-4">
      <legend className="text-small font-[550]">Events</legend>
      {kindsError && <p className="text-small text-bad">{kindsError}</p>}
      {EVENT_KINDS.map((kind) => (
        <label key={kind} className="flex items-center gap-2 py-1">
          <input type="checkbox" name="kinds" value={kind} defaultChecked={typed?.kinds.includes(kind)} />
          <span>
            {eventTexts[kind]} <code className="text-small wrap-anywhere text-muted">{kind}</code>
          </span>
        </label>
      ))}
    </fieldset>
  </>
)
