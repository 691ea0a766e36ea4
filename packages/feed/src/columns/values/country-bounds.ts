/** The mainland of common countries as `south,west,north,east` in whole degrees, rounded outwards. */
const BOUNDS = `AD:42,1,43,2 AE:22,51,27,57 AL:39,19,43,22 AR:-56,-74,-21,-53 AT:46,9,50,18 AU:-44,112,-10,154 BA:42,15,46,20 BE:49,2,52,7
  BG:41,22,45,29 BR:-34,-74,6,-34 CA:41,-141,84,-52 CH:45,5,48,11 CL:-56,-76,-17,-66 CN:18,73,54,135 CO:-5,-80,13,-66
  CR:8,-86,12,-82 CU:19,-85,24,-74 CY:34,32,36,35 CZ:48,12,52,19 DE:47,5,56,16 DK:54,8,58,16 DO:17,-73,20,-68 EC:-6,-82,2,-75
  EE:57,21,60,29 EG:21,24,32,37 ES:27,-19,44,5 FI:59,20,71,32 FR:41,-6,52,10 GB:49,-9,61,2 GE:41,39,44,47 GR:34,19,42,30
  HK:22,113,23,115 HR:42,13,47,20 HU:45,16,49,23 ID:-12,94,7,142 IE:51,-11,56,-5 IL:29,34,34,36 IN:6,68,36,98 IS:63,-25,67,-13
  IT:35,6,48,19 JM:17,-79,19,-76 JO:29,34,34,40 JP:24,122,46,146 KE:-5,33,6,42 KR:33,124,39,132 LK:5,79,10,82 LT:53,20,57,27
  LU:49,5,51,7 LV:55,20,59,29 MA:21,-18,36,0 MC:43,7,44,8 ME:41,18,44,21 MK:40,20,43,24 MT:35,14,37,15 MU:-21,57,-19,64
  MV:-1,72,8,74 MX:14,-119,33,-86 MY:0,99,8,120 NL:50,3,54,8 NO:57,4,72,32 NZ:-48,166,-34,179 PA:7,-84,10,-77 PE:-19,-82,1,-68
  PH:4,116,21,127 PL:48,14,55,25 PT:32,-32,43,-6 QA:24,50,27,52 RO:43,20,49,30 RS:42,18,47,24 SA:16,34,33,56 SC:-11,46,-3,57
  SE:55,10,70,25 SG:1,103,2,105 SI:45,13,47,17 SK:47,16,50,23 TH:5,97,21,106 TN:30,7,38,12 TR:35,25,43,45 TW:21,119,26,123
  TZ:-12,29,0,41 UA:44,22,53,41 US:18,-180,72,-66 UY:-35,-59,-30,-53 VN:8,102,24,110 ZA:-35,16,-22,33`

const boxes: ReadonlyMap<string, readonly number[]> = new Map(
  BOUNDS.split(/\s+/).map((entry) => {
    const [country = '', box = ''] = entry.split(':')
    return [country, box.split(',').map(Number)] as const
  }),
)

/** Returns whether a point may be in a country; undefined for a country without bounds. */
export function isWithin(country: string, latitude: number, longitude: number): boolean | undefined {
  const [south = 0, west = 0, north = 0, east = 0] = boxes.get(country) ?? []
  if (!boxes.has(country)) return undefined
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
