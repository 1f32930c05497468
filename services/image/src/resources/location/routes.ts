import { addLocation as addOperation, listLocations } from '@nimbo/contracts/image/locations'
import { handle } from '../handle.ts'
import { addLocation } from './add-location.ts'

const add = handle(addOperation, async ({ app, ctx, found: { image }, body }) => {
  const store = await addLocation(app)(ctx, image, body)
  return [{ url: body.url, metadata: { store } }]
})

const list = handle(listLocations, async ({ app, found: { image } }) => {
  const { location, stores } = image
  if (location === null) return []
  return app.stores
    .having(stores)
    .map(({ id, store }) => ({ url: store.urlOf(location), metadata: { store: id } }))
})

export const locationRoutes = [add, list]
