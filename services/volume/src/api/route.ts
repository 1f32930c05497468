import { routesOf } from '@nimbo/http/route'
import type { VolumeApp } from '../app/app.ts'

export const route = routesOf<VolumeApp>()
