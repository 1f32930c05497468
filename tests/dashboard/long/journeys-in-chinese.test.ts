import { describe } from 'node:test'
import { inFurnishedCloud } from '../furnished-cloud.ts'
import { panelStory } from '../panel-story.ts'

inFurnishedCloud((there) => {
  describe('in zh-CN', () => panelStory({ language: 'zh-CN', who: 'mei', there }))
})
