// Entry of the page: requests what the first screen needs, then loads the page itself.
import { showFailedPage } from './failedPage'
import { sendFirstRequests } from './firstRequests'

sendFirstRequests()
import('./main').catch((error: unknown) => {
  console.error(error)
  showFailedPage({
    zh: '页面未能加载，可能刚刚更新。请重试。',
    en: 'The page could not be loaded; it may just have been updated. Please try again.',
  })
})
