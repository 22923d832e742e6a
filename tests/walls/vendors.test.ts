// Guards the engine against names of vendors:
// partners, maps and messengers are data of the product. The names come from the manifests, so that a new vendor is
// covered at once, plus well-known others.
import { describe, expect, it } from 'vitest'
import { readSchemas } from '../whole/schemas'
import { sourcesIn, wordsIn } from './syntax'

/** Integrations that are named for what they do, not for who does it. */
const generic = new Set(['editor', 'mail', 'portal', 'sms'])

/** Vendors as they are written; each is looked for in lower case and in capitals as well. */
const vendors = [
  ...['AMap', 'Gaode', 'AutoNavi', 'Baidu', 'Mapbox', 'Leaflet', 'Tencent', 'Aliyun', 'Alibaba', 'Alipay', 'Huawei'],
  ...['WeChat', 'Weixin', 'WeCom', 'DingTalk', 'Feishu', 'Lark', 'Telegram', 'WhatsApp', 'Twilio', 'Slack', 'Qiniu'],
  ...['Joinno', 'Duserno', 'PianoLogin', 'OpenId', 'AppId', 'Errcode', 'Touser', 'TemplateId', 'Ea'],
]
const chinese = ['高德', '百度', '腾讯', '阿里', '微信', '企微', '钉钉', '飞书', '支付宝', '华为', '合众']

/** Finds a vendor in a name or a string, at the boundaries of the words of a name: `dataMap` is no `AMap`. */
function pattern(words: readonly string[]): RegExp {
  const parts = [...new Set(words)].flatMap((word) => [
    `${word}(?![a-z])`,
    `(?<![A-Za-z])${word[0]!.toLowerCase()}${word.slice(1)}(?![a-z])`,
    `(?<![A-Za-z])${word.toLowerCase()}(?![a-z])`,
    `(?<![A-Z])${word.toUpperCase()}(?![A-Z])`,
  ])
  return new RegExp([...parts, ...chinese].join('|'))
}

const capitalized = (name: string) => name[0]!.toUpperCase() + name.slice(1)
const { integrations } = readSchemas()
const own = Object.values(integrations).flatMap(({ name, address, signIn }) => [
  ...(generic.has(name) ? [] : [capitalized(name)]),
  ...(address === undefined ? [] : [capitalized(new URL(address).hostname.split('.').at(-2)!)]),
  ...(signIn === undefined ? [] : [signIn.passwordParam, signIn.flagCookie, ...Object.keys(signIn.query)]),
])
// Parameters that every service has.
const vendor = pattern([...vendors, ...own.filter((word) => !['password', 'type'].includes(word))])

describe('vendors', () => {
  it('stand in the manifests only: src names none, in no name and no string', () => {
    const found = sourcesIn('src').flatMap((file) =>
      wordsIn(file).flatMap(({ line, text }) =>
        // A library of a standard, whose name a service uses for its own ids.
        text !== 'openid-client' && vendor.test(text)
          ? [`${file}:${line} ${vendor.exec(text)![0]} in ${text.slice(0, 60)}`]
          : [],
      ),
    )
    expect(found).toEqual([])
    const named = sourcesIn('src').filter((file) => vendor.test(file))
    expect(named).toEqual([])
  })

  it('are recognized in every way of writing, and not within other words', () => {
    expect(own.length).toBeGreaterThan(5)
    for (const text of ['createWeChat', 'wechat', 'WECHAT_URL', 'AMap.Geocoder', '_AMapSecurity', 'bindEa', '绑定微信'])
      expect(text).toMatch(vendor)
    for (const text of ['api.weixin.qq.com', '_login_zowee', 'zoweeNotice', 'EA account', 'weixinId', 'amap.js'])
      expect(text).toMatch(vendor)
    for (const text of ['dataMap', 'schemaMap', 'mapFrame', 'each', 'area', 'idea', 'Each', 'clarify', 'teaMapper'])
      expect(text).not.toMatch(vendor)
  })
})
