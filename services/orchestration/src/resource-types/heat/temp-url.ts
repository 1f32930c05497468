import { createHmac, randomBytes } from 'node:crypto'
import { changeAccount, showAccount } from '@nimbo/contracts/object-store/accounts'
import type { Clients } from '../../resource-type/clients.ts'
import { accountOf } from '../swift/account-of.ts'

/** The seconds of an instant that the clocks of stores still know: addresses last until then. */
const endOfTime = 2 ** 31 - 1

const keyBytes = 20
const keyHeader = 'x-account-meta-temp-url-key'

/** The key that signs addresses of an account; one is made where it has none. */
const keyOf = async ({ 'object-store': store }: Clients, account: string): Promise<string> => {
  const path = { account }
  const { headers } = await store.answer(showAccount, { path })
  const known = headers[keyHeader]
  if (known) return known
  const key = randomBytes(keyBytes).toString('hex')
  await store.call(changeAccount, { path, headers: { [keyHeader]: key } })
  return key
}

interface Place {
  readonly container: string
  readonly object: string
}

/** An address by which whoever has it may put an object, or get it. */
export const tempUrlFor = async (
  clients: Clients,
  { container, object }: Place,
  method: 'GET' | 'PUT',
): Promise<string> => {
  const { account, url } = await accountOf(clients)
  const path = `/v1/${account}/${container}/${object}`
  const signature = createHmac('sha256', await keyOf(clients, account))
    .update(`${method}\n${endOfTime}\n${path}`)
    .digest('hex')
  return `${url.href}/${container}/${object}?temp_url_sig=${signature}&temp_url_expires=${endOfTime}`
}
