import { keysOf } from '../../json/objectKeys';

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const XML_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** In the text format, digits stay as they are, also where somebody edits them. */
const TEXT_FORMAT = 49;
/** Formats of one's own have numbers from this one on. */
const TIME_FORMAT = 164;

const WRAPPED = '<alignment vertical="top" wrapText="1"/>';

/** Spreadsheets take the first style for every cell that has none of its own. */
const STYLES = {
	normal: toStyleXml(0),
	text: toStyleXml(TEXT_FORMAT),
	time: toStyleXml(TIME_FORMAT),
	header: toStyleXml(TEXT_FORMAT, { font: 1, fill: 2 }),
	label: toStyleXml(TEXT_FORMAT, { font: 1, alignment: WRAPPED }),
	words: toStyleXml(TEXT_FORMAT, { alignment: WRAPPED }),
};
export type StyleName = keyof typeof STYLES;
const STYLE_NAMES = keysOf(STYLES);

export function styleIndexOf(style: StyleName): number {
	return STYLE_NAMES.indexOf(style);
}

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';

/** `xl/styles.xml` says how cells look. The first two fills are the same in every workbook. */
export const STYLES_XML = `${XML_HEAD}<styleSheet xmlns="${XML_NAMESPACE}">\
<numFmts count="1"><numFmt numFmtId="${TIME_FORMAT}" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>\
<fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts>\
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>\
<fill><patternFill patternType="solid"><fgColor rgb="FFE7E9ED"/><bgColor indexed="64"/></patternFill></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${STYLE_NAMES.length}">${Object.values(STYLES).join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function toStyleXml(format: number, { font = 0, fill = 0, alignment = '' } = {}): string {
	const attributes = `numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0"`;
	return `<xf ${attributes} applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">${alignment}</xf>`;
}
