import { PRESET_NAMES, type PresetName } from '../api/presets';
import { isBlank, toOneOf } from './values';

/** The preset that is meant; none where nothing is chosen. @throws ParameterError for another word */
export function toPreset(value: unknown): PresetName {
	return isBlank(value) ? 'none' : toOneOf(PRESET_NAMES, value, 'Preset');
}
