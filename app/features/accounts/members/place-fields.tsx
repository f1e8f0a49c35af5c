import type { Role } from '../../../shared/rights.ts'
import { GIVEN_ROLES, type NamedSite } from './members.ts'
import { roleNames } from './messages.ts'

interface PlaceFieldsProps {
  sites: NamedSite[]
  /** The present role. */
  given: Role
  siteIds: string[] | null
  /** Tells the fields of several forms on one screen apart. */
  of: string
}

// They stay ticked. Without them no site would be ticked, which means all.
const listRemoved = (sites: NamedSite[], siteIds: string[] | null): NamedSite[] =>
  (siteIds ?? [])
    .filter((siteId) => sites.every(({ id }) => id !== siteId))
    .map((id) => ({ id, name: 'A site that was removed' }))

/** The fields for a role, and for the sites that it is for. */
export const PlaceFields = ({ sites, given, siteIds, of }: PlaceFieldsProps) => (
  <>
    <label className="mb-1.5 block text-small font-[550]" htmlFor={`role-${of}`}>
      Role
    </label>
    <select
      id={`role-${of}`}
      className="input"
      name="role"
      defaultValue={given === 'owner' ? 'editor' : given}
    >
      {GIVEN_ROLES.map((each) => (
        <option key={each} value={each}>
          {roleNames[each]}
        </option>
      ))}
    </select>
    <fieldset className="mt-3">
      <legend className="text-small font-[550]">Only these sites (none ticked: all)</legend>
      {[...sites, ...listRemoved(sites, siteIds)].map(({ id, name }) => (
        <label key={id} className="me-6 inline-flex items-center gap-2 py-1 wrap-anywhere">
          <input type="checkbox" name="siteIds" value={id} defaultChecked={siteIds?.includes(id)} />
          {name}
        </label>
      ))}
    </fieldset>
  </>
)
