import { fileURLToPath } from 'node:url'
import type { PagePlaces } from '../app/page/build-page.ts'

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** The folders of the page's sources in this repository, and of its builds. */
export const pagePlaces: PagePlaces = {
  app: inRepository('apps/dashboard'),
  sources: [
    inRepository('packages/contracts/src'),
    inRepository('packages/ip/src'),
    inRepository('packages/kernel/src'),
    inRepository('packages/notifications/src'),
    inRepository('packages/operation/src'),
    inRepository('packages/resource/src'),
    inRepository('services/dashboard/src/app/page'),
  ],
  cache: inRepository('.cache/dashboard'),
}
