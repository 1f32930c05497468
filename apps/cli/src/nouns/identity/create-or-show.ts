import { HttpError } from '../../cloud/cli-error.ts'
import { create, find, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { flag } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

/** `--or-show`, for commands that create a resource with a unique name. */
export const orShow = flag('Show the existing one if the name is already in use, instead of failing')

/** Creates the resource, or with `--or-show` returns the existing one with its name in the domain. */
export const createOrShow = async (
  session: Session,
  kind: Kind,
  members: Row & { readonly name: string },
  mayExist: boolean,
): Promise<Row> => {
  try {
    return await create(session, kind, given(members))
  } catch (error) {
    if (!(mayExist && error instanceof HttpError && error.status === 409)) throw error
    const { name, domain_id } = members
    return find(session, kind, name, typeof domain_id === 'string' ? { domain_id } : {})
  }
}
