import { createHmac } from 'node:crypto'

/** The key of a day, a region and a service that signatures of the fourth version are made with. */
export const scopedKey = (secret: string, scope: string): Buffer =>
  scope
    .split('/')
    .reduce((key, part) => createHmac('sha256', key).update(part).digest(), Buffer.from(`AWS4${secret}`))
