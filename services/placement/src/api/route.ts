import { routesOf } from '@nimbo/http/route'
import type { PlacementApp } from '../app/app.ts'

export const route = routesOf<PlacementApp>()
