import { RIGHTS, ROLES } from '../../../shared/rights.ts'
import { reachTexts, rightTexts, roleNames } from './messages.ts'

/** The table of rights: what each role may do. It is drawn from the table that the server asks. */
export const RightsTable = () => (
  <section className="panel" aria-labelledby="rights">
    <h2 id="rights">What each role may do</h2>
    <div className="overflow-x-auto">
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col" className="w-2/5">
              Right
            </th>
            {ROLES.map((role) => (
              <th key={role} scope="col">
                {roleNames[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map(({ right, roles, isForAllSites }) => (
            <tr key={right}>
              <th scope="row">
                {rightTexts[right]}
                {isForAllSites && <small className="block font-normal text-muted">not for named sites</small>}
              </th>
              {ROLES.map((role) => (
                <td key={role} className={roles.includes(role) ? 'text-ok' : 'text-muted'}>
                  {roles.includes(role) ? 'Yes' : 'No'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <dl className="mt-4 text-small">
      {ROLES.map((role) => (
        <div key={role} className="py-1">
          <dt className="inline font-[550]">{roleNames[role]}: </dt>
          <dd className="inline">{reachTexts[role]}.</dd>
        </div>
      ))}
    </dl>
  </section>
)
