import { queryStore, type TestServer } from './server.ts'

interface Membership {
  /** The address of the account's owner. */
  of: string
  role: 'owner' | 'editor' | 'author' | 'contributor'
  /** True if the sessions of the person act for the account from now on. */
  isActing?: boolean
}

/** Makes a person a member of an account, by their addresses. */
export async function addMember(
  server: TestServer,
  email: string,
  { of, role, isActing = false }: Membership,
): Promise<void> {
  const both = `owners.email = '${of}' and people.email = '${email}'`
  await queryStore(
    server,
    `insert into members (account_id, person_id, role)
       select owners.id, people.id, '${role}' from users owners, users people where ${both}`,
  )
  if (isActing)
    await queryStore(
      server,
      `update sessions set account_id = owners.id from users owners, users people
         where ${both} and sessions.user_id = people.id`,
    )
}
