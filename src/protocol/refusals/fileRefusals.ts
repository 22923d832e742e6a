// Refusals of uploads and downloads.
import { codes } from '../envelope'
import type { RefusalTable } from './entry'

export const fileRefusals = {
  file_missing: {
    code: codes.refused,
    status: 200,
    texts: { zh: '没有收到文件', en: 'No file was received' },
    meaning: 'The form has no part that is a file.',
    remedy: 'Send at least one file.',
  },
  file_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件不存在', en: 'This file does not exist' },
    meaning: "The file does not exist, or no record within the caller's reach carries it.",
    remedy: 'Name the record that carries the file.',
  },
  thumbnail_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '该文件没有缩略图', en: 'This file has no thumbnail' },
    meaning: 'The file is no picture.',
    remedy: 'Download the file itself.',
  },
  file_empty: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件“{file}”是空的', en: 'The file "{file}" is empty' },
    meaning: 'The file has no bytes.',
    remedy: 'Send a file that has content.',
  },
  file_type_not_accepted: {
    code: codes.refused,
    status: 200,
    texts: { zh: '不支持文件“{file}”的类型', en: 'The file "{file}" has a type that is not accepted' },
    meaning: 'The bytes of the file are of a type that the call does not accept.',
    remedy: 'Send a file of an accepted type.',
  },
  file_too_large: {
    code: codes.refused,
    status: 200,
    texts: { zh: '文件“{file}”超过 {megabytes} MB', en: 'The file "{file}" is larger than {megabytes} MB' },
    meaning: 'The file is larger than the limit of the call.',
    remedy: 'Send a smaller file.',
  },
  picture_unreadable: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '图片“{file}”无法读取，请另存为 JPG 或 PNG 后上传',
      en: 'The picture "{file}" cannot be read. Save it as JPG or PNG and upload that',
    },
    meaning: 'The picture is damaged, or of a variant that cannot be drawn.',
    remedy: 'Send it as JPG or PNG.',
  },
  picture_too_large: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '图片“{file}”过大，最多 {megapixels} 百万像素、{count} 帧',
      en: 'The picture "{file}" is too large: at most {megapixels} million pixels and {count} frames',
      en_one: 'The picture "{file}" is too large: at most {megapixels} million pixels and {count} frame',
    },
    meaning: 'The picture has too many pixels or frames.',
    remedy: 'Send a smaller picture.',
  },
  upload_not_found: {
    code: codes.refused,
    status: 200,
    texts: { zh: '上传已过期或已放弃，请重新上传', en: 'This upload has expired or was given up. Send the file again' },
    meaning: 'No upload has this id, it is of another account, was given up, gave way to newer ones, or lay for a day.',
    remedy: 'Begin a new upload.',
  },
  upload_piece_not_next: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '分段不连续：应从第 {offset} 字节开始，共 {count} 字节',
      en: 'This is not the next piece: {count} bytes from byte {offset} are expected',
      en_one: 'This is not the next piece: {count} byte from byte {offset} is expected',
    },
    meaning: 'A piece of an upload does not begin where the last one ended, has another length, or has other bytes.',
    remedy: 'Go on from the offset of the sentence, or read the state of the upload.',
  },
  too_many_unfinished_uploads: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '未完成的上传已有 {count} 个，请先完成或放弃其中一些',
      en: '{count} uploads are not finished. Finish or give up some of them first',
      en_one: '{count} upload is not finished. Finish or give it up first',
    },
    meaning: 'The account has as many unfinished uploads in pieces as it may have, each written to within ten minutes.',
    remedy: 'Finish them, give some up, or wait ten minutes.',
  },
  upload_quota_reached: {
    code: codes.refused,
    status: 200,
    texts: {
      zh: '未使用的上传文件已达上限，请先保存或一天后再试',
      en: 'Your unused uploads have reached their limit. Save them first, or try again in a day',
    },
    meaning: 'Uploads that no record carries take up all the room that an account has.',
    remedy: 'Save the records, or wait a day.',
  },
} as const satisfies RefusalTable
