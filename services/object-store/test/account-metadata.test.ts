import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { migrations } from '@nimbo/object-store/db/migrations'
import type { SwiftTables } from '@nimbo/object-store/db/tables'
import { changeAccount } from '../src/api/account/change-account.ts'
import { askingFor, storeOn } from './store-of-one-container.ts'

eachDatabase((kind) => {
  test('requests that change different metadata of an account at once all keep what they set', () =>
    withDatabase<SwiftTables>(kind, migrations, async (db) => {
      const { app } = storeOn(db)
      const change = changeAccount(app)
      const names = Array.from({ length: 20 }, (_, index) => `x-account-meta-n${index}`)
      const { container: _, object: __, ...asked } = askingFor('none')
      await Promise.all(names.map((name) => change({ ...asked, method: 'POST', headers: { [name]: 'set' } })))
      const found = await app.accounts.find('AUTH_a')
      assert.deepEqual(Object.keys(found?.metadata ?? {}).sort(), names.sort())
    }))
})
