import { UserError } from '@nimbo/kernel/user-error'
import { accountOptions } from '@nimbo/service/account-options'
import type { Given, Say } from '@nimbo/service/manage/command'
import type { ManagedService } from '@nimbo/service/manage/service-command'
import { mapCellAndHosts } from '../../cells/map-cell-and-hosts.ts'
import { clashText } from './clash-text.ts'
import { requiredAddress, transportOrConfigured } from './given-addresses.ts'

interface Wish {
  readonly name: string | undefined
  readonly isVerbose: boolean
}

/** Maps the cell whose database the configuration names, with its hosts; resolves to its id, or undefined without hosts. */
export const mapOwnCell = async (
  given: Given,
  managed: ManagedService,
  say: Say,
  { name, isVerbose }: Wish,
): Promise<string | undefined> => {
  const transport = await transportOrConfigured(given, managed, say)
  const { connection } = managed.read(accountOptions).database
  const database = requiredAddress('config-file', '[database]/connection', connection)
  const done = await mapCellAndHosts(managed.databases('migrate'), { name, database, transport })
  switch (done.outcome) {
    case 'no-hosts':
      say('No hosts found to map to cell, exiting.\n')
      return undefined
    case 'taken':
      throw new UserError(clashText(done.clash).trim())
    case 'mapped': {
      if (isVerbose)
        for (const [host, cellId] of done.known) say(`Host ${host} is already mapped to cell ${cellId}\n`)
      if (done.added.length === 0) say('All hosts are already mapped to cell(s).\n')
      else if (isVerbose) say(`${done.cellId}\n`)
      return done.cellId
    }
  }
}
