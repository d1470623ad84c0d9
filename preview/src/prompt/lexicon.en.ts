import { SUBJECTS } from '../subjects/catalogue.ts'
import { buildLexicon, type Lexicon, type Words } from './lexicon.ts'

const words: Words = {
  setting: {
    sea: 'sea, ocean, waves, seaside, open water, bay, gulf, atlantic, pacific, mediterranean, open sea, high seas, seascape',
    lake: 'lake, pond, river, lagoon, still water, reservoir, fjord, stream, creek, lakeside',
    beach: 'beach, shore, coast, coastline, seashore, sandy beach, tropical island, tropics, shoreline',
    city: 'city, town, skyline, downtown, metropolis, cityscape, skyscraper, building, tokyo, new york, shanghai, hong kong, urban, harbour, harbor, megacity, rooftop',
    space:
      'space, outer space, galaxy, universe, planet, ringed planet, saturn, jupiter, mars, cosmos, nebula, orbit, milky way, solar system, asteroid, deep space, interstellar, black hole',
    desert: 'desert, dune, sand dune, sahara, gobi, oasis, sand, wasteland, badlands',
    forest:
      'forest, wood, woods, woodland, jungle, rainforest, grove, pine forest, bamboo forest, bamboo, redwood, autumn forest, birch forest, park path',
    field:
      'field, flower field, garden, farm, farmland, orchard, plantation, countryside, flower, wildflower, blossom, rice field, wheat field, cornfield, vineyard, terrace',
    meadow:
      'meadow, grassland, grass, prairie, pasture, savanna, savannah, steppe, lawn, hill, hills, rolling hills, plain, valley, park, village, playground, football pitch, soccer field, football field, pitch',
    mountain:
      'mountain, mountains, peak, alps, himalaya, himalayas, cliff, summit, ridge, volcano, canyon, highland, everest, mountain range, snow mountain, snowy mountain, snow capped mountain, snowy peak, snow covered mountain, snow capped peak, misty mountain',
    snowfield:
      'snowfield, tundra, arctic, antarctica, antarctic, glacier, ice field, winter landscape, snowy landscape, snowy field, winter, north pole, south pole, ice, snowy plain',
    underwater:
      'underwater, under water, under the sea, undersea, beneath the sea, beneath the waves, under the ocean, coral reef, reef, deep sea, seabed, ocean floor, aquarium, beneath the surface',
    street:
      'street, road, highway, avenue, alley, lane, street scene, crosswalk, sidewalk, pavement, night market, city street, city road, boulevard, shopping street, street corner, marketplace, shibuya, chinatown',
    room: 'room, living room, bedroom, kitchen, interior, indoor, indoors, apartment, cafe, coffee shop, restaurant, library, study, office, studio, hotel room, window, windowsill, sofa, couch, armchair, bookshelf, fireplace, bed, hall, dining room, bar, bakery, classroom, loft, hotel, gym, tea house, teahouse, bookstore, bookshop, house interior',
    sky: 'sky, skies, sea of clouds, above the clouds, over the clouds, heaven, cloudscape, in the clouds, through the clouds, among the clouds',
  },
  time: {
    dawn: 'dawn, sunrise, daybreak, early morning, morning, first light, morning light',
    day: 'day, daytime, noon, midday, afternoon, daylight, sunlight, sunny, sunshine, blue sky, summer, bright day, blue skies, spring, sunlit',
    sunset:
      'sunset, dusk, evening, golden hour, twilight, sundown, setting sun, at golden hour, autumn, fall, evening light, magic hour',
    night:
      'night, midnight, nighttime, moonlight, moonlit, starry, nocturnal, at night, by night, full moon, moonlit night, starry night, starry sky, night sky, starlight, dark',
  },
  weather: {
    clear: 'clear, cloudless, sunny, clear sky, clear skies',
    clouds: 'cloudy, overcast, clouds, cloud, cumulus',
    rain: 'rain, rainy, raining, drizzle, downpour, shower, rainfall, monsoon, raindrop, wet',
    snow: 'snow, snowy, snowing, snowfall, snowflake, blizzard, snowstorm, falling snow',
    fog: 'fog, foggy, mist, misty, haze, hazy, smoke',
    storm: 'storm, stormy, thunderstorm, lightning, thunder, tempest, hurricane, typhoon, tornado',
  },
  camera: {
    still: 'static shot, static camera, fixed camera, locked camera, still camera, tripod, camera still',
    push_in:
      'push in, zoom in, zooms in, zooming in, dolly in, pushes in, move closer, close up, camera moves forward, camera pushes in, slowly zooms in',
    pull_out:
      'pull out, zoom out, zooms out, zooming out, dolly out, pull back, pulls back, camera moves back, pulling back',
    pan_left:
      'pan left, pans left, panning left, camera moves left, pan to the left, pans to the left, truck left',
    pan_right:
      'pan right, pans right, panning right, camera moves right, pan to the right, pans to the right, truck right, pan, panning, tracking shot, side view',
    tilt_up: 'tilt up, tilts up, tilting up, look up, camera rises, crane up, pans up, pan up, looking up',
    tilt_down:
      'tilt down, tilts down, tilting down, look down, crane down, pans down, pan down, looking down',
    orbit:
      'orbit shot, orbits around, camera orbits, circling, rotate around, arc shot, orbiting, camera circles, rotating around',
    fly: 'fly over, flying over, fly through, flying through, drone, drone shot, drone view, aerial, aerial shot, aerial view, flyover, fpv, birds eye view, bird eye view, flight',
  },
  extra: {
    aurora: 'aurora, northern light, northern lights, aurora borealis, polar lights',
    stars: 'star field, starry sky, starry night, starry, milky way, stars, starlight',
    moon: 'moon, moonlight, moonlit, full moon, crescent',
    rainbow: 'rainbow',
    fireworks: 'firework, fireworks, new year, celebration',
    lanterns:
      'lanterns, sky lantern, paper lantern, floating lanterns, lantern festival, kongming lantern, sky lanterns, paper lanterns, floating lantern',
    fireflies:
      'firefly, fireflies, glowing particles, magical lights, glowworm, sparkle, sparkling, magic, magical, fairy lights',
    petals: 'petal, petals, cherry blossom, cherry blossoms, sakura, falling petals',
    leaves:
      'falling leaves, autumn leaves, autumn, fall leaves, windblown leaves, autumn forest, autumn leaf',
    birds: 'birds, seagull, seagulls, gull, flock of birds, geese, migrating birds',
    meteors: 'meteor, meteor shower, shooting star, shooting stars, falling star, falling stars, meteorite',
    rings: 'saturn, ringed planet, planetary ring, ringed',
    portrait:
      'portrait, headshot, face, close up portrait, closeup portrait, close up of a face, head and shoulders, portrait shot, selfie, profile, silhouette portrait',
    bamboo: 'bamboo, bamboo forest, bamboo grove',
    'arched-bridge':
      'bridge, stone bridge, arch bridge, arched bridge, old bridge, arched stone bridge, ancient bridge, ancient stone bridge',
    'wooden-bridge': 'wooden bridge, footbridge, wood bridge, wooden footbridge',
    'suspension-bridge':
      'suspension bridge, golden gate, golden gate bridge, brooklyn bridge, cable bridge, cable stayed bridge',
    'golden-gate': 'golden gate, golden gate bridge',
    fuji: 'fuji, mount fuji, mt fuji, fujiyama, fujisan',
    lamp: 'lamp, floor lamp, table lamp, desk lamp, lamplight',
    bed: 'bed, bedroom, hotel room',
    bookshelf: 'bookshelf, library, bookshelves, study, bookstore, bookshop',
    fireplace: 'fireplace, hearth, chimney',
    bubbles: 'bubble, bubbles, soap bubble, soap bubbles',
  },
  style: {
    neon: 'neon, cyberpunk, futuristic, sci fi, synthwave, vaporwave, blade runner, neon lights, neon light, neon sign',
  },
  flower: {
    poppy: 'poppy, red flowers',
    tulip: 'tulips, tulip field, tulip fields',
    lavender: 'lavender, lavender field, provence, lavenders',
    sunflower: 'sunflowers, sunflower field, sunflower fields',
    daisy: 'daisy, wildflower, flower, blossom, garden, flower field, chamomile, cherry blossom garden',
    rapeseed: 'rapeseed, canola, canola field, rapeseed field',
    wheat: 'wheat, wheat field, cornfield, rice field, barley, rice, farmland, crop',
  },
  subject: {
    balloon: 'party balloon, toy balloon',
    'hot-air-balloon': 'hot air balloon, montgolfier, air balloon',
    sailboat: 'boat, sail boat, yacht, sailing boat, sailing ship, fishing boat, dinghy, junk boat',
    'paper-boat': 'origami boat',
    lantern: 'red lantern, chinese lantern',
    'cherry-tree': 'cherry blossom tree, sakura tree, cherry blossom, sakura, blossoming tree',
    astronaut: 'cosmonaut, spaceman, space suit',
    ship: 'cruise ship, vessel, ocean liner, steamship, liner',
    canoe: 'kayak, rowing boat, rowboat, gondola, raft, wooden boat',
    car: 'automobile, sports car, sedan, vehicle',
    'racing-car': 'race car, formula one',
    taxi: 'cab, yellow cab',
    train: 'steam train, locomotive, railway, steam engine',
    'high-speed-train': 'bullet train',
    motorcycle: 'motorbike',
    bicycle: 'bike, cyclist bike',
    truck: 'lorry',
    airplane: 'plane, aeroplane, aircraft, jet, airliner',
    'small-airplane': 'propeller plane, biplane, seaplane',
    'flying-saucer': 'ufo, spaceship, alien ship, alien spacecraft, spacecraft, starship',
    rocket: 'space shuttle, missile, rocket ship',
    whale: 'humpback, blue whale, humpback whale',
    orca: 'killer whale',
    horse: 'pony, stallion, mare, foal, steed, horseback',
    cow: 'cattle, calf, bull',
    sheep: 'lamb, ewe, flock of sheep',
    deer: 'stag, fawn, reindeer, elk, antelope, gazelle',
    dog: 'puppy, hound, corgi, labrador, golden retriever, husky',
    cat: 'kitten, kitty, tabby',
    'black-cat': 'black kitten',
    lion: 'lioness',
    leopard: 'cheetah, jaguar, panther, snow leopard',
    bear: 'grizzly, brown bear, cub, grizzly bear',
    panda: 'giant panda, panda bear',
    fox: 'red fox',
    rabbit: 'bunny, hare',
    chipmunk: 'squirrel, hamster',
    monkey: 'chimpanzee, ape',
    dinosaur: 'tyrannosaurus, tyrannosaurus rex, trex',
    sauropod: 'brontosaurus, brachiosaurus, long neck dinosaur',
    bird: 'sparrow, robin, finch, songbird, hummingbird, bluebird',
    eagle: 'hawk, falcon, vulture, condor',
    crane: 'heron, stork, egret',
    butterfly: 'moth, monarch, monarch butterfly, monarch butterflies',
    bee: 'honey bee, bumblebee, wasp',
    'lady-beetle': 'ladybug, ladybird',
    fish: 'goldfish, salmon, school of fish, shoal, koi, carp, shoal of fish',
    'tropical-fish': 'clownfish, angelfish, clown fish, reef fish',
    jellyfish: 'medusa, jelly fish',
    'sea-turtle': 'sea turtle',
    house: 'cottage, cabin, farmhouse, home, barn',
    castle: 'fortress, fort, chateau, palace',
    church: 'cathedral, chapel',
    temple: 'shrine, torii, torii gate, pagoda',
    'japanese-castle': 'asian castle, chinese palace',
    lighthouse: 'light house, beacon',
    tower: 'eiffel tower, tokyo tower, radio tower',
    tree: 'oak, oak tree, lone tree, maple tree, apple tree, lonely tree, big tree',
    pine: 'pine tree, fir tree, fir, spruce',
    'palm-tree': 'palm, coconut tree, palms, coconut palm',
    campfire: 'bonfire, fire, camp fire, flame',
    tent: 'camping tent, camp, camping, yurt',
    sunflower: 'a sunflower, one sunflower, single sunflower',
    person:
      'person, man, people, boy, somebody, gentleman, guy, figure, silhouette, couple, family, crowd, men, lovers, friend, human, businessman, teenager, stranger, pedestrian, commuter, elderly man, old man',
    woman:
      'woman, lady, girl, young girl, couple, family, bride, women, elderly woman, old woman, mother, young woman, lovers, female',
    'person-walking':
      'walker, hiker, traveler, traveller, wanderer, passerby, tourist, backpacker, man walking, woman walking, people walking, person walking',
    'person-running': 'runner, jogger, sprinter, marathon, marathon runner',
    athlete:
      'athlete, basketball player, volleyball player, tennis player, gymnast, long jumper, football player, soccer player, footballer, badminton player',
    child: 'kid, children, little girl, little boy, baby, toddler, small child, family',
    'person-biking': 'cyclist, biker, bicyclist',
    'person-surfing': 'surfer, surfing, surf',
    dancer:
      'ballerina, ballet dancer, woman dancing, girl dancing, dancing woman, man dancing, dancing man, ballet',
    superhero: 'super hero',
    dragon: 'chinese dragon, wyvern',
    heart: 'love heart, hearts',
    star: 'a star',
    coffee: 'cup of coffee, coffee cup, espresso, latte',
    tea: 'cup of tea, teacup',
    cake: 'birthday cake',
    apple: 'red apple',
    gift: 'present, gift box',
    robot: 'android, droid, mecha',
    alien: 'space invader',
    globe: 'earth, planet earth',
    book: 'open book',
    snowman: 'snow man',
    leaf: 'maple leaf, single leaf',
    yarn: 'ball of yarn',
    'soccer-ball':
      'football, soccer ball, soccer, football match, soccer match, football player, soccer player, footballer',
    basketball: 'basketball, basketball player, basketball game',
    volleyball: 'volleyball, volleyball player',
    'tennis-ball': 'tennis, tennis player, tennis match',
    'rugby-ball': 'rugby',
    'person-swimming': 'swimmer',
    noodles:
      'noodle, ramen, pho, bowl of noodles, bowl of ramen, noodle soup, soup, bowl of soup, bowl, beef noodles, udon',
    spaghetti: 'pasta',
    hotpot: 'hot pot, paella, stew',
    rice: 'bowl of rice, steamed rice, cooked rice, fried rice',
    bread: 'loaf of bread, loaf, toast',
    steak: 'beef steak, grilled steak, meat, barbecue',
    hamburger: 'burger, cheeseburger',
    'wine-glass': 'wine, red wine, glass of wine, glass of red wine',
    beer: 'glass of beer, pint of beer',
    teapot: 'tea pot',
    dumpling: 'jiaozi, gyoza, dim sum',
    'fried-egg': 'fried eggs, omelette',
    pancakes: 'pancake, stack of pancakes',
    'french-fries': 'fries',
    candle: 'candles, candlelight',
  },
  likeness: {
    person:
      'fisherman, farmer, worker, monk, samurai, wizard, knight, chef, cook, doctor, musician, violinist, guitarist, pianist, singer, painter, artist, soldier, warrior, pirate, cowboy, waiter, barista, teacher, student, scientist, grandfather, king, emperor, craftsman, blacksmith, boxer, sailor, detective, detective in a coat, poet, scholar, swordsman, vendor, street vendor, potter, baker, photographer, businesswoman, model, fighter',
    woman: 'grandmother, queen, geisha, nurse, witch, goddess, empress, actress, dancer in hanfu',
    athlete: 'skateboarder, player, goalkeeper, acrobat, high jumper',
  },
  wear: {
    dress: 'dress, gown, evening gown, wedding dress, skirt, sundress, qipao, cheongsam, sari, tutu',
    robe: 'robe, hanfu, kimono, yukata, cloak, traditional dress, traditional chinese dress, hanbok',
    suit: 'suit, coat, jacket, shirt, t shirt, tshirt, sweater, hoodie, uniform, raincoat, overcoat, trench coat, blazer, tuxedo, leather jacket, cardigan, jersey, down jacket, vest, clothes, outfit',
    hat: 'hat, cap, straw hat, beret, top hat, fedora, cowboy hat, baseball cap',
    umbrella: 'umbrella, parasol, paper umbrella, oil paper umbrella',
    hair: 'hair, long hair, curly hair, short hair, ponytail, braid',
    crown: 'crown, tiara',
    ring: 'ring',
    watch: 'wristwatch, wrist watch',
    sword: 'sword, dagger, katana, blade',
    shield: 'shield',
    fan: 'hand fan, folding fan, paper fan',
    other:
      'scarf, shoe, boot, glove, glasses, sunglasses, helmet, mask, tie, necktie, necklace, earring, jewelry, backpack, bag, handbag, jeans, trousers, pants, shorts, high heels, sneaker, eye, lip, lipstick, makeup, beard, mustache, moustache, freckle, veil, apron, headphone, bikini, swimsuit, pajamas',
  },
  act: {
    walk: 'walking, walks, walk, strolling, strolls, wandering, wanders, hiking',
    run: 'running, runs, run, jogging, jogs',
    dance: 'dancing, dances, dance',
    sit: 'sitting, sits, sit, seated, sitting on a bench, sits on a bench, sitting on a chair, sitting on a sofa',
    meditate: 'meditating, yoga, meditation, meditates, doing yoga',
    'tai-chi': 'tai chi, taichi, kung fu, martial arts, kungfu, qigong',
  },
  pace: {
    '0.55':
      'slow motion, slow, slowly, gently, calm, calmly, peaceful, serene, tranquil, quiet, gentle, still, lazily, softly, relaxing, dreamy, quietly',
    '1.6':
      'fast, quick, quickly, rapidly, timelapse, time lapse, hyperlapse, speeding, racing, running, galloping, gallops, swift, swiftly, hyper lapse, runs, races, dashing',
  },
  count: {
    '1': 'a, an, one, single, lone, lonely',
    '2': 'two, pair of, couple of, a pair of, a couple of',
    '3': 'three, few, some, several, a few',
    '4': 'four',
    '5': 'five, flock of, group of, herd of, many, lots of, a lot of, dozens of, a flock of, a group of, a herd of, numerous, countless, hundreds of, thousands of, school of, a school of, fleet of',
    '6': 'six, seven, eight, nine, ten',
  },
  colour: {
    red: 'red, crimson, scarlet, ruby',
    orange: 'orange, amber',
    yellow: 'yellow',
    gold: 'gold, golden',
    green: 'green, emerald',
    teal: 'teal, turquoise, cyan',
    blue: 'blue, azure, navy, cobalt',
    purple: 'purple, violet, lilac, magenta',
    pink: 'pink, rose colored',
    white: 'white, snow white',
    silver: 'silver',
    grey: 'gray, grey',
    black: 'black',
    brown: 'brown',
  },
  nothing:
    'the, of, in, on, at, over, under, above, below, with, and, or, to, from, by, through, into, across, near, beside, behind, between, along, around, its, his, her, their, it, is, are, as, for, while, that, this, very, view, scene, shot, video, film, cinematic, beautiful, pretty, realistic, photorealistic, 4k, 8k, hd, high quality, detailed, masterpiece, camera, style, drift, drifts, drifting, float, floats, floating, fly, flies, flying, sail, sails, sailing, swim, swims, swimming, jump, jumps, jumping, rise, rises, rising, falling, glow, glowing, shining, soft, warm, cold, big, small, huge, tiny, large, little, tall, old, wide, majestic, against, past, down, up, front, landscape, atmosphere, light, lights, background, foreground, horizon, reflection, reflecting, surface, water, distant, far, close, slow mo, blooming, standing, stands, playing, wearing, wears, wear, holding, holds, dressed, leaves, plays, grazing, leaping, leaps, soaring, soars, moving, moves, move, there, s, full, air',
}

/** English phrases in lower case, words parted by single spaces; singular unless the plural means something else. */
export function englishLexicon(): Lexicon {
  const lexicon = buildLexicon(words)
  for (const name of SUBJECTS.keys()) {
    const phrase = name.replaceAll('-', ' ')
    const meanings = lexicon.get(phrase) ?? []
    if (!meanings.some(({ kind }) => kind === 'subject' || kind === 'wear'))
      lexicon.set(phrase, [...meanings, { kind: 'subject', value: name }])
  }
  return lexicon
}
