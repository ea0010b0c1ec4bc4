import { testPrograms } from './searched.js';

testPrograms(20_310, 'platformatic', 70);
