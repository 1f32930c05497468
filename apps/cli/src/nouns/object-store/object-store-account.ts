import { changeAccount, showAccount } from '@nimbo/contracts/object-store/accounts'
import { inObjectStore } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { list, properties } from '../../grammar/option.ts'
import { recordCell } from '../../output/cells.ts'
import { everyField, nothing } from '../../output/result.ts'
import { accountOf } from './account.ts'
import { headersOf, propertiesIn, removing, said } from './metadata.ts'

const figures = {
  Containers: 'x-account-container-count',
  Objects: 'x-account-object-count',
  Bytes: 'x-account-bytes-used',
}

const show = command({
  words: 'object store account show',
  summary: 'Display account details',
  calls: [inObjectStore(showAccount)],
  output: 'one',
  run: async (session) => {
    const account = await accountOf(session)
    const { headers } = await session.api['object-store'].answer(showAccount, { path: { account } })
    const own = propertiesIn('Account', headers)
    const shown = Object.keys(own).length === 0 ? {} : { properties: recordCell(own) }
    return everyField({ Account: account, ...said(figures, headers), ...shown })
  },
})

const set = command({
  words: 'object store account set',
  summary: 'Set account properties',
  calls: [inObjectStore(changeAccount)],
  output: 'none',
  options: {
    property: properties('Set a property on this account (repeat option to set multiple properties)'),
  },
  run: async (session, { property }) => {
    const path = { account: await accountOf(session) }
    const headers = headersOf('Account', property)
    await session.api['object-store'].call(changeAccount, { path, headers })
    return nothing
  },
})

const unset = command({
  words: 'object store account unset',
  summary: 'Unset account properties',
  calls: [inObjectStore(changeAccount)],
  output: 'none',
  options: {
    property: list('<key>', 'Property to remove from account (repeat option to remove multiple properties)'),
  },
  run: async (session, { property }) => {
    const path = { account: await accountOf(session) }
    const headers = removing('Account', property)
    await session.api['object-store'].call(changeAccount, { path, headers })
    return nothing
  },
})

export const objectStoreAccountCommands = [set, show, unset]
