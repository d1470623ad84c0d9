/**
 * The passwords that attackers try first, of eight characters or more: common roots and how people vary them. Case does not
 * count. They are rules, since nobody would review a list of thousands of lines.
 */

/** Words, names and brands: as they are, when long enough, and with each of the endings below. */
const roots = words(`
  password passwort passw0rd p@ssword p@ssw0rd pa55word pa$$word passport passcode welcome welcome1 letmein
  iloveyou ilovegod iloveme trustno1 admin administrator root superuser manager master login user test tester testing guest
  default changeme secret hello hello123 whatever access freedom computer internet samsung google facebook twitter youtube
  instagram microsoft windows linux ubuntu android iphone apple amazon netflix pokemon naruto minecraft starwars batman
  superman spiderman ironman matrix blink182 metallica nirvana slipknot eminem beyonce rihanna monkey dragon tiger eagle
  falcon dolphin elephant butterfly kitten puppy horse lion panda phoenix shadow sunshine princess flower angel baby
  babygirl lovely love lover forever lucky star heaven summer winter spring autumn january february march april june july
  august september october november december monday friday sunday football baseball basketball soccer hockey tennis golf
  liverpool arsenal chelsea barcelona realmadrid juventus manchester yankees cowboys steelers lakers eagles packers
  michael jennifer jordan jessica ashley daniel david robert thomas william richard charles joseph andrew joshua matthew
  anthony christopher nicholas alexander alexandra benjamin samantha elizabeth stephanie michelle nicole amanda melissa
  victoria patricia catherine charlotte isabella sophia olivia emily hannah sarah laura maria anna andrea martin george
  maggie ginger buster charlie cookie chocolate cheese banana orange purple yellow silver golden diamond killer hunter
  ranger soldier warrior wizard ninja pirate cowboy mustang corvette ferrari porsche mercedes harley yamaha honda toyota
  nissan bmw qwerty qwertz azerty asdfgh zxcvbn qazwsx qweasd abc abcd abcde abcdef abcd1234 abc123 a1b2c3 a1b2c3d4 xxx
  pass passwd p455w0rd drowssap access14 mypass mypassword yourpassword nopassword newpassword oldpassword temppass
  temp temporary company office server system network security oracle mysql postgres database cisco backup public
  london paris berlin madrid moscow tokyo newyork chicago dallas texas california florida america england france germany
  china india brazil mexico canada russia hallo schatz sommer bonjour soleil amour motdepasse contrasena teamo tequiero
  senha parola privet lozinka haslo sifre salasana zxcvbnm asdfghjkl qwertyuiop woaini woaiwojia aini5201314 wodemima
  zhang wang xiaoming nihao mima admin888 asd qwe qaz zxc aaa qq aa asdasd qweqwe zxczxc qwer asdf zxcv wsx
`)

const endings = words(`
  1 2 3 7 12 13 11 22 69 77 88 99 00 01 007 111 123 1234 12345 123456 1234567 12345678 123456789 321 666 777 888 999 520
  521 1314 5201314 1! 12! 123! 1234! ! !! !@# @123 @1234 #1 123. _123 abc qwe
  1980 1985 1986 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 1998 1999 2000 2001 2005 2008 2010 2012 2015 2016
  2017 2018 2019 2020 2021 2022 2023 2024 2025 2026
`)

/** Letters that people put before the well-known numbers. */
const beginnings = words('a aa abc q qq w z x s l asd qwe zxc aaa abcd')
const numbers = words(`
  123 1234 12345 123456 1234567 12345678 123456789 1234567890 123123 123321 111111 000000 666666 888888 5201314 1314520
  7758521 147258369 987654321 112233 159357 789456123 11223344 12344321 100200
`)

/** Walks along the keyboard, also backwards. */
const walks = words(`
  qwertyuiop asdfghjkl zxcvbnm qwertzuiop azertyuiop 1234567890 qazwsxedcrfvtgbyhnujm 1qaz2wsx3edc4rfv5tgb6yhn
  1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8 qweasdzxc qweasdzxc123 zaq12wsxcde34rfv !qaz2wsx #edc4rfv 147258369 741852963
  159753852456 abcdefghijklmnopqrstuvwxyz 0987654321 asdfjkl; poiuytrewq 1a2b3c4d5e6f a1s2d3f4g5h6 z1x2c3v4b5 zxcvbnm,./
  qwer1234 asdf1234 zxcv1234 1234qwer 1234asdf 123qweasd 123qweasdzxc 12qwaszx 1qazxsw2 1qaz@wsx !@#$%^&* !@#$%^&*()
`)

/** Taken as they are. */
const others = words(`
  11111111 12121212 13131313 22222222 12341234 12312312 123123123 123454321 1234554321 147147147 159159159 10101010
  20202020 11112222 11223344 1122334455 112233445566 12345679 123456788 1234567891 12345678910 123456789a 123456789q
  123456aa 123456ab 123456abc 123456qq 123456qwe 5201314520 52013145201314 31415926 3141592653 314159265 69696969
  77777777 88888888 99999999 00000000 87654321 76543210 98765432 01234567 012345678 0123456789 1111111111 111222333
  111111111 000000000 999999999 aaaaaaaa a1111111 aa111111 abcabcabc asdasdasd qweqweqwe zxczxczxc aaaa1111 aaaabbbb
  baseball1 iloveyou2 fuckyou1 fuckyou2 fuckyou123 motherfucker bullshit asshole1 pussycat trustnoone opensesame
  letmein1 letmein123 letmeinnow welcome123 jesuschrist jesus123 ihateyou iloveyou! computer1 starwars1
  startrek whatsup1 blahblah nothing1 lollipop snowball snickers peanut butterfly1 sweetheart chocolate1 midnight
  sunflower strawberry rainbow1 mountain creative hollywood hotmail1 pokemon1 qwertyui qwertyu1 q1w2e3r4 q1w2e3r4t5
  superstar swordfish thunder1 thunderbird valentine wolverine xbox360! playstation nintendo counterstrike warcraft
  gfhjkm123 ghbdtn123 jordan23 michael1 correcthorsebatterystaple deadbeef cafebabe zaq1zaq1 zaq1xsw2 passwordpassword
  testtest test1234 testtest1 adminadmin adminpass rootroot root1234 toor1234 useruser p@$$w0rd pa$$w0rd pass1234
  1password 123password 1234password 12345password mypassword1 password! password!! password1! password12! pass@123
  admin@123 admin#123 abc@1234 qwe@1234 test@123 root@123 user@123 welcome@1 welcome@123 india@123 woaini123
  woaini521 woaini520 woaini1314 woaini5201314 woaiwojia1314 wo123456 li123456 wang123456 zhang123 zhanghao liu123456
  tiancai123 mima1234 mima123456 nihao123 nihaoma1 caonima123 caonimabi qq123456 qq123456789 qq5201314 a5201314 w5201314
  z123456789 l123456789 s123456789 dearbook 1314woaini 5201314a 5201314q 147852369 369258147 110110110 1qaz2wsx
`)

const product = words(
  'clipwright clipwright1 video videos aivideo videogen videogeneration generator wright studio',
)

const common = new Set<string>([
  ...[...roots, ...product].flatMap((root) => [root, ...endings.map((ending) => root + ending), root + root]),
  ...beginnings.flatMap((start) => numbers.flatMap((number) => [start + number, number + start])),
  ...walks.flatMap(stretches),
  ...numbers,
  ...others,
])

/** Letters that are often written as digits or signs. */
const disguises: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Whether a password is among the first that are tried: as it is, disguised in digits, or one character over and over. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (common.has(lower) || /^(?=.{8,24}$)(.{1,3})\1+$/su.test(lower)) return true
  // The ending stays as it is: p4ssw0rd2024 is password2024.
  const [, body = '', ending = ''] = /^(.*?)([\d!@#.]*)$/s.exec(lower) ?? []
  const plain = body.replace(/[013457@$!]/g, (sign) => disguises[sign]!)
  return common.has(plain + ending) || common.has(lower.replace(/[013457@$!]/g, (sign) => disguises[sign]!))
}

/** How many the rules make: for a test, and to be shown. */
export const commonPasswordCount = [...common].filter((password) => password.length >= 8).length

/** Every stretch of eight or more keys, forwards and backwards. */
function stretches(walk: string): string[] {
  const back = Array.from(walk).toReversed().join('')
  return [walk, back].flatMap((keys) =>
    Array.from({ length: keys.length }, (_, start) =>
      Array.from({ length: keys.length - start }, (_, more) => keys.slice(start, start + more + 1)),
    )
      .flat()
      .filter((stretch) => stretch.length >= 8),
  )
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
