// Refusals of the request itself: its path, form and parameters.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

/** A code of the specification for what has no address. */
const notFoundCode = 404

export const requestRefusals = {
  call_not_found: {
    code: notFoundCode,
    status: 404,
    texts: { zh: '访问异常，请稍后重试！', en: 'This call does not exist' },
    meaning: 'The path or its method is none of the server.',
    remedy: 'Check the address and the method.',
  },
  request_unreadable: {
    code: codes.refused,
    status: 400,
    texts: { zh: '请求格式不正确', en: 'The request cannot be read' },
    meaning: 'The body is not the JSON or the form that its content type promises.',
    remedy: 'Send a well-formed body.',
  },
  request_too_deep: {
    code: codes.refused,
    status: 200,
    texts: { zh: '请求格式不正确', en: 'The request cannot be read' },
    meaning: 'The body is nested deeper than any request needs.',
    remedy: 'Send the body in the form that the call describes.',
  },
  request_too_slow: {
    code: codes.refused,
    status: 408,
    texts: {
      zh: '网络过慢，内容未能送达，请稍后重试',
      en: 'The connection was too slow to send this. Please try again',
    },
    meaning: 'The body stopped coming, or came in drops; the connection is closed.',
    remedy: 'Send the request again over a better connection.',
  },
  content_too_large: {
    code: codes.refused,
    status: 413,
    texts: { zh: '内容过大', en: 'The content is too large' },
    meaning: 'The body is larger than the server takes.',
    remedy: 'Send less at once.',
  },
  content_type_not_supported: {
    code: codes.refused,
    status: 415,
    texts: { zh: '不支持的内容类型', en: 'This content type is not supported' },
    meaning: 'The content type is neither JSON nor a form.',
    remedy: 'Send `application/json`, or a form for files.',
  },
  form_expected: {
    code: codes.refused,
    status: 415,
    texts: { zh: '请以表单方式上传文件', en: 'Please upload the file as form data' },
    meaning: 'Files were sent otherwise than as `multipart/form-data`.',
    remedy: 'Send a form with a part for each file.',
  },
  parameters_invalid: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '请求中有参数不正确，请查看标出的字段',
      en: 'Some parameters of the request are not valid. See the marked fields.',
    },
    meaning: 'The request does not have the shape of its call; `data.fields` names what is wrong.',
    remedy: 'Correct the named parameters.',
  },
  input_invalid: {
    code: codes.refused,
    status: 200,
    texts: { zh: '请检查填写内容', en: 'Please check your entries' },
    meaning: 'Values of a form are missing or not valid; `data.fields` names them.',
    remedy: 'Correct the named fields.',
  },
  tool_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有工具“{tool}”', en: 'There is no tool {tool}' },
    meaning: 'An agent named a tool that does not exist.',
    remedy: 'List the tools and use one of them.',
  },
  element_not_found: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '没有名为“{name}”的页面或记录类型。{suggestion}',
      en: 'There is no screen and no entity {name}. {suggestion}',
    },
    meaning: 'A tool of agents was given a name that no manifest declares.',
    remedy: 'Use an address, such as `/dashboard`, or the name of an entity.',
  },
  manifests_not_sound: {
    code: codes.refused,
    status: 200,
    texts: { zh: '配置有误：{problem}', en: 'The manifests would not be sound: {problem}' },
    meaning: 'A proposed change of manifests has problems; the first one is named.',
    remedy: 'Correct the files; the tool `check` prints all problems.',
  },
  manifest_changed_since: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件 {path} 在提议之后已变更', en: 'The file {path} has changed since the proposal was made' },
    hint: { zh: '请不采用该提议，并重新提议', en: 'Leave the proposal and ask for a new one' },
    meaning: 'A proposal would overwrite what was written after it.',
    remedy: 'Leave the proposal and propose the change of the present file.',
  },
  manifest_path_outside: {
    code: codes.refused,
    status: 200,
    texts: { zh: '{path} 不是配置目录中的文件', en: '{path} is no file of the folder of manifests' },
    meaning: 'A proposal names a file that is not a JSON file below the folder of manifests.',
    remedy: 'Propose the change with paths such as `order/order.entity.json`.',
  },
  manifests_changed_meanwhile: {
    code: codes.refused,
    status: 200,
    texts: { zh: '校验期间配置文件有改动', en: 'The manifests changed while the proposal was checked' },
    hint: { zh: '请重试', en: 'Try again' },
    meaning: 'The folder changed between the check of the proposal and its application, by a proposal or in an editor.',
    remedy: 'Apply it again: it is checked against the present manifests then.',
  },
  manifests_not_writable: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '服务器不能写入配置目录（{reason}）',
      en: 'The server cannot write the folder of manifests ({reason})',
    },
    hint: { zh: '请在开发环境中修改后部署', en: 'Change the files where they come from and deploy them' },
    meaning: 'The folder of manifests is read-only for the server, or its disk is full.',
    remedy: 'Give the server write access, or deploy the change.',
  },
  proposals_not_kept: {
    code: codes.refused,
    status: 200,
    texts: { zh: '本产品不接受配置变更提议', en: 'This product keeps no proposed changes' },
    meaning: '`app.json` names no entity for proposals.',
    remedy: 'Change the files directly.',
  },
  page_not_found: {
    code: notFoundCode,
    status: 200,
    texts: { zh: '页面不存在', en: 'This page does not exist' },
    meaning: 'No screen has this address.',
    remedy: 'Check the address.',
  },
  screen_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有这个页面', en: 'This screen does not exist' },
    meaning: 'The request names a screen that does not exist, or one of another kind.',
    remedy: 'Name a screen of the kind that the call reads.',
  },
  entity_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有这种记录', en: 'This record type does not exist' },
    meaning: 'The request names an entity that does not exist.',
    remedy: 'Check the name of the entity.',
  },
  preference_too_large: {
    code: codes.refused,
    status: 200,
    texts: { zh: '内容过大', en: 'The content is too large' },
    meaning: 'The value of a preference is too long.',
    remedy: 'Keep less under one name.',
  },
  too_many_preferences: {
    code: codes.refused,
    status: 200,
    texts: { zh: '保存的个人设置过多', en: 'Too many personal settings are saved' },
    meaning: 'The account keeps as many preferences as it may.',
    remedy: 'Remove a preference by sending null for it.',
  },
  too_many_shared: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '共享的视图已达 {count} 个上限，请先删除不用的',
      en: 'The limit of {count} shared views is reached. Delete some that are no longer used',
    },
    meaning: 'The unit or tenant shares as many preferences as it may.',
    remedy: 'Remove a shared preference by sending null for it.',
  },
} as const satisfies RefusalTable
