import { createHmac, randomBytes } from 'node:crypto'
import { changeAccount, showAccount } from '@nimbo/contracts/object-store/accounts'
import type { Clients } from '../../resource-type/clients.ts'
import { accountOf } from '../swift/account-of.ts'

/** The expiry of temporary URLs: the latest 32-bit Unix time. */
const endOfTime = 2 ** 31 - 1

const keyBytes = 20
const keyHeader = 'x-account-meta-temp-url-key'

/** The account's temporary URL key; created if it has none. */
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

/** A temporary URL that gets or puts an object without authentication. */
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
