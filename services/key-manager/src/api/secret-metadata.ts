import * as contract from '@nimbo/contracts/key-manager/secret-metadata'
import { answer } from '@nimbo/http/answer'
import { referenceTo } from '../app/references.ts'
import {
  addMetadata,
  dropMetadata,
  needMetadata,
  replaceMetadata,
  showMetadata,
  updateMetadata,
} from '../app/secrets/metadata.ts'
import { handle } from './handle.ts'

const list = handle(contract.listMetadata, async ({ app, found }) => ({
  metadata: { ...(await showMetadata(app, found.secret.row.id)) },
}))

const replace = handle(contract.replaceMetadata, async (call) => {
  const { id } = call.found.secret.row
  await replaceMetadata(call.app)(id, call.body.metadata)
  return { metadata_ref: `${referenceTo(call, 'secrets', id)}/metadata` }
})

const add = handle(contract.addMetadata, async (call) => {
  const { id } = call.found.secret.row
  const pair = await addMetadata(call.app)(id, call.body)
  return answer(
    { ...pair },
    { headers: { location: `${referenceTo(call, 'secrets', id)}/metadata/${pair.key}` } },
  )
})

const show = handle(contract.showMetadata, async ({ app, found, params }) => ({
  ...(await needMetadata(app)(found.secret.row.id, params.key)),
}))

const update = handle(contract.updateMetadata, async ({ app, found, params, body }) => ({
  ...(await updateMetadata(app)(found.secret.row.id, params.key, body)),
}))

const remove = handle(contract.deleteMetadata, ({ app, found, params }) =>
  dropMetadata(app, found.secret.row.id, params.key),
)

export const secretMetadata = [list, replace, add, show, update, remove]
