import { listLocations, deleteFromStore as operation } from '@nimbo/contracts/image/discovery'
import { policyTarget } from '../../app/app.ts'
import { handle } from '../handle.ts'
import { deleteFromStore } from './delete-from-store.ts'

const remove = handle(operation, async ({ app, enforce, found: { image }, params }) => {
  enforce('get_image_location', policyTarget(image))
  await deleteFromStore(app)(image, params.store_id)
})

const locations = handle(listLocations, async ({ app, found: { image } }) => {
  const { location, stores } = image
  if (location === null) return []
  return app.stores
    .having(stores)
    .map(({ id, store }) => ({ url: store.urlOf(location), metadata: { store: id } }))
})

export const storeRoutes = [remove, locations]
