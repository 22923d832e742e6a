// Invented names of people and places for the demo data, typical for a shop in Hangzhou.
import type { Chance } from './chance'

const surnames =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'
const compound = ['欧阳', '上官', '司马', '诸葛']
const female = [
  '秀英',
  '丽',
  '敏',
  '静',
  '雨桐',
  '欣怡',
  '梓涵',
  '婷婷',
  '晓燕',
  '佳琪',
  '思远',
  '雅芳',
  '海燕',
  '慧敏',
  '晨曦',
  '若兰',
  '玉华',
  '春梅',
  '诗涵',
  '一诺',
]
const male = [
  '伟',
  '强',
  '磊',
  '军',
  '洋',
  '勇',
  '杰',
  '涛',
  '浩然',
  '子轩',
  '宇航',
  '建国',
  '志强',
  '俊杰',
  '明辉',
  '晓东',
  '天宇',
  '文博',
  '立新',
  '国栋',
]
const districts: readonly (readonly [district: string, roads: readonly string[], communities: readonly string[]])[] = [
  ['西湖区', ['文三路', '古墩路', '天目山路'], ['金都城市芯宇', '绿城蓝庭花园', '府苑新村', '翡翠城竹苑']],
  ['拱墅区', ['莫干山路', '湖墅南路', '上塘路'], ['大关西苑', '运河湾国际公寓', '远洋公馆']],
  ['滨江区', ['江南大道', '滨盛路', '网商路'], ['钱塘帝景', '彩虹豪庭', '滨江金色黎明一期']],
  ['余杭区', ['文一西路', '五常大道', '良睦路'], ['西溪里', '未来科技城万科璞悦湾', '欧美金融城']],
  ['萧山区', ['市心北路', '金城路', '建设四路'], ['开元名都', '万科传奇', '知稼苑']],
  ['上城区', ['解放路', '秋涛路', '望江路'], ['近江家园', '彩霞岭', '婺江家园']],
]

export interface Person {
  readonly name: string
  readonly gender: 'male' | 'female' | 'unknown'
}
export function person(chance: Chance): Person {
  const woman = chance.in100(54)
  const surname = chance.in100(2) ? chance.one(compound) : chance.one([...surnames])
  return {
    name: surname + chance.one(woman ? female : male),
    gender: chance.in100(4) ? 'unknown' : woman ? 'female' : 'male',
  }
}

export interface Home {
  readonly community: string
  readonly address: {
    readonly province: string
    readonly city: string
    readonly district: string
    readonly detail: string
  }
}
export function home(chance: Chance): Home {
  const [district, roads, communities] = chance.one(districts)
  const community = chance.one(communities)
  const detail = [
    `${chance.one(roads)} ${chance.between(1, 888)} 号${community} ${chance.between(1, 26)} 幢`,
    `${chance.between(1, 3)} 单元 ${chance.between(1, 28)}0${chance.between(1, 4)}`,
  ].join(' ')
  return { community, address: { province: '浙江省', city: '杭州市', district, detail } }
}
