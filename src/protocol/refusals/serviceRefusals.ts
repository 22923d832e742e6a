// Refusals for lack of capacity or of a service behind the server.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

/** A code of the specification for what has no address. */
const notFoundCode = 404

export const serviceRefusals = {
  server_starting: {
    code: codes.failed,
    status: 503,
    texts: { zh: '系统正在启动，请稍候再试', en: 'The system is starting; please try again in a moment' },
    meaning: 'Tables and data are still being prepared.',
    remedy: 'Send the request again after `retry-after` seconds.',
  },
  server_error: {
    code: codes.failed,
    status: 500,
    texts: {
      zh: '服务器遇到错误，无法完成请求（编号 {reference}）',
      en: 'The server encountered an error and could not complete the request (reference {reference})',
    },
    meaning: 'A defect; the log keeps its details under the reference.',
    remedy: 'Report the reference to the operator.',
  },
  server_busy: {
    code: codes.refused,
    status: 503,
    texts: { zh: '系统繁忙，请稍后再试', en: 'The system is busy; please try again in a moment' },
    meaning: 'All places for work of this kind are taken.',
    remedy: 'Send the request again after `retry-after` seconds.',
  },
  too_many_lookups: {
    code: codes.refused,
    status: 429,
    texts: {
      zh: '查重过于频繁，请 {count} 秒后再试',
      en: 'Too many values were looked up; try again in {count} seconds',
      en_one: 'Too many values were looked up; try again in {count} second',
    },
    meaning: 'The account tried more values that lists do not show in ten minutes than anyone types or a file holds.',
    remedy: 'Wait for `retry-after` seconds. A form can be sent without this help; a file or a dry run is tried again.',
  },
  too_many_requests: {
    code: codes.refused,
    status: 429,
    texts: {
      zh: '您同时进行的查询过多，请等它们完成',
      en: 'Too many of your requests are at work; wait until they are done',
    },
    meaning: 'The account or its tenant has too many requests running at once.',
    remedy: 'Wait for the running requests, or for `retry-after` seconds.',
  },
  too_many_streams: {
    code: codes.refused,
    status: 429,
    texts: { zh: '打开的页面过多，请关闭一些', en: 'Too many pages are open; close some of them' },
    meaning: 'The session or the account has too many streams of events open.',
    remedy: 'Close pages, then connect again after `retry-after` seconds.',
  },
  query_timeout: {
    code: codes.refused,
    status: 503,
    texts: {
      zh: '查询耗时过长，已被中止，请缩小查询范围',
      en: 'The query took too long and was stopped. Please narrow the search',
    },
    meaning: 'The database worked on the statement longer than `READ_SECONDS`.',
    remedy: 'Narrow the search.',
  },
  write_timeout: {
    code: codes.refused,
    status: 503,
    texts: {
      zh: '系统繁忙，这次提交没有完成，请再试一次',
      en: 'The server was busy and did not finish this. Please try again',
    },
    meaning:
      'The database ended the write after a minute, most often while another write held the record, or while the first attempt with the same key was still running.',
    remedy: 'Send the request again with its idempotency key.',
  },
  storage_full: {
    code: codes.refused,
    status: 507,
    texts: {
      zh: '服务器存储空间已满，请联系管理员',
      en: 'The server storage is full. Please contact your administrator',
    },
    meaning: 'The disk of the server or of the database is full.',
    remedy: 'The operator has to make room.',
  },
  database_unavailable: {
    code: codes.refused,
    status: 503,
    texts: { zh: '数据库暂不可用，请稍后再试', en: 'The database is not available. Please try again later' },
    meaning: 'The connection to the database is lost or refused.',
    remedy: 'Send the request again after `retry-after` seconds.',
  },
  file_store_unavailable: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件存储暂不可用，请稍后重试', en: 'The file storage is not available. Please try again later' },
    meaning: 'The store of files does not answer.',
    remedy: 'Try again later; the log says why.',
  },
  identity_provider_unavailable: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '授权服务暂不可用，请稍后再试',
      en: 'The authorization service is not available. Please try again later',
    },
    meaning: 'The service that says who its users are does not answer.',
    remedy: 'Try again later, or sign in otherwise.',
  },
  integration_not_configured: {
    code: notFoundCode,
    status: 200,
    texts: { zh: '没有配置外部平台', en: 'No external platform is configured' },
    meaning: 'No integration of the product is signed in to.',
    remedy: 'Describe one in the manifests.',
  },
  launch_not_supported: {
    code: codes.refused,
    status: 200,
    texts: { zh: '平台不支持直接打开', en: 'This platform cannot be opened directly' },
    meaning: 'The manifest of the integration has no launch.',
    remedy: 'Open the platform at its own address.',
  },
  partner_password_missing: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '尚未保存平台密码，请填写后重试',
      en: 'No platform password is saved yet. Enter it and try again',
    },
    meaning: 'The account has not saved its password of the integration.',
    remedy: 'Save the password.',
  },
  partner_credentials_wrong: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '平台不接受账号或密码，请核对后重试',
      en: 'The platform does not accept the account or the password. Check them and try again',
    },
    meaning: 'The integration refused the sign-in.',
    remedy: 'Check account and password, then save the password again.',
  },
  partner_unreachable: {
    code: codes.refused,
    status: 200,
    texts: { zh: '平台暂时无法连接，请稍后重试', en: 'The platform cannot be reached. Try again later' },
    meaning: 'The integration does not answer.',
    remedy: 'Try again later.',
  },
  partner_timeout: {
    code: codes.refused,
    status: 200,
    texts: { zh: '平台响应超时，请稍后重试', en: 'The platform takes too long to answer. Try again later' },
    meaning: 'The integration did not answer in time.',
    remedy: 'Try again later.',
  },
  partner_answer_invalid: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '平台返回的内容无法识别，请联系管理员',
      en: 'The answer of the platform was not recognized. Please contact your administrator',
    },
    meaning: 'The integration answered in a form that the manifest does not describe.',
    remedy: 'Compare the manifest of the integration with its answers.',
  },
} as const satisfies RefusalTable
